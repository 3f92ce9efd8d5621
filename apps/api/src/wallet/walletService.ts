import { canonicalJson, type EndpointRequest, type EndpointResponse, type WalletRecord } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { Sql } from '@latchkey/service-kit/db/database'
import type { Log } from '@latchkey/service-kit/log'
import { type InSessionDeps, inSession, type SessionCaller } from '../session/inSession.ts'
import {
  findHistory,
  findRecoveryAuthShare,
  findWallet,
  insertWallet,
  isOutdated,
  putAuthShare,
  tellHistory,
} from '../walletStore.ts'
import { planChanges } from './planReplacement.ts'
import { requireAddressProofs } from './requireAddressProofs.ts'
import { type ReceiptDeps, requireReceipt } from './requireReceipt.ts'
import { requireSignedChanges } from './requireSignedChanges.ts'
import { keepShare, releaseShare, type WalletSharesDeps } from './walletShares.ts'

export type WalletDeps = InSessionDeps & WalletSharesDeps & ReceiptDeps & { vaultOrigin: string }

/** How recently the user must have proved themselves for the recovery-auth share to be released. */
const freshLoginMs = 10 * 60_000

/** Returns the record, or null before the wallet was made. Throws SESSION_EXPIRED. */
export async function getWallet(deps: InSessionDeps, caller: SessionCaller): Promise<EndpointResponse<'getWallet'>> {
  return inSession(deps, caller, async (sql) => ({ wallet: await findWallet(sql, caller.token.sub) }))
}

/**
 * Commits a new wallet: record, this device's auth share and the recovery-auth share in one transaction, on custody's receipt for its
 * share. Sending the same wallet again returns the same response.
 *
 * With `changes` the newest of them is the record; the first one is their base.
 *
 * Throws WALLET_EXISTS when the user has another wallet, SHARE_INVALID for a share, receipt, signature or address that is not this
 * wallet's, INVALID_PARAMS for a record that is not the first of its wallet, and what `planChanges` throws.
 */
export async function createWallet(
  deps: WalletDeps,
  input: EndpointRequest<'createWallet'>,
  caller: SessionCaller,
): Promise<EndpointResponse<'createWallet'>> {
  const { record: first, changes = [] } = input
  const record = changes.at(-1)?.record ?? first
  const userId = caller.token.sub
  if (first.revision !== 1 || first.generation !== 1) throw new AppError('INVALID_PARAMS')
  if (first.userId !== userId) throw new AppError('SHARE_INVALID')
  const { events } = planChanges(first, changes)
  await requireAddressProofs(first, null, input.addressProofs)
  await requireSignedChanges(first, changes)
  await requireReceipt(deps, input.receipt, record)
  const authShare = await keepShare(deps, 'auth', input.sealedAuthShare, record, caller)
  const recoveryAuthShare = await keepShare(deps, 'recovery-auth', input.sealedRecoveryAuthShare, record, caller)

  return inSession(deps, caller, async (sql, audit) => {
    const now = deps.clock.now()
    const wallet = {
      record,
      history: [{ record: first, addressProofs: input.addressProofs }, ...changes],
      deviceId: caller.device.deviceId,
      authShare,
      recoveryAuthShare,
      vaultOrigin: deps.vaultOrigin,
    }
    if (!(await insertWallet(sql, wallet, now))) {
      const existing = await findWallet(sql, userId)
      if (existing === null || canonicalJson(existing) !== canonicalJson(record)) throw new AppError('WALLET_EXISTS')
      return { wallet: existing }
    }
    await audit('wallet created')
    for (const event of events) await audit(event)
    return { wallet: record }
  })
}

/**
 * Enrolls this device with the auth share of a fresh pair. Throws WALLET_NOT_FOUND; SHARE_INVALID for one that was not sealed in this
 * session: a browser keeps what it has sent, and a revoked one must not send it again.
 */
export async function enrolDevice(
  deps: WalletDeps,
  input: EndpointRequest<'putAuthShare'>,
  caller: SessionCaller,
): Promise<EndpointResponse<'putAuthShare'>> {
  const of = { ...input, recoveryShareId: null }
  const ciphertext = await keepShare(deps, 'auth', input.sealedShare, of, caller, caller.token.sid)
  return inSession(deps, caller, async (sql, audit) => {
    const { walletId, generation } = await requireWallet(sql, caller, input)
    await putAuthShare(sql, caller.device.deviceId, { walletId, generation, ciphertext }, deps.clock.now())
    await audit('device enrolled')
    return {}
  })
}

/**
 * Returns the recovery-auth share, sealed to this device. Throws SESSION_EXPIRED unless the sign-in is fresh; WALLET_OUTDATED while a later
 * revision is only on a device, for 14 days: it may have another recovery method.
 */
export async function releaseRecoveryAuthShare(
  deps: WalletDeps & { log: Log },
  input: EndpointRequest<'releaseRecoveryAuthShare'>,
  caller: SessionCaller,
): Promise<EndpointResponse<'releaseRecoveryAuthShare'>> {
  if (deps.clock.now().getTime() - caller.token.auth_time * 1000 > freshLoginMs) throw new AppError('SESSION_EXPIRED')
  const { wallet, ciphertext, history } = await inSession(deps, caller, async (sql, audit) => {
    const wallet = await requireWallet(sql, caller, input)
    if (await isOutdated(sql, wallet.walletId, deps.clock.now())) throw new AppError('WALLET_OUTDATED')
    await audit('recovery used')
    const history = await findHistory(sql, wallet.userId)
    return { wallet, ciphertext: await findRecoveryAuthShare(sql, wallet), history }
  })
  if (ciphertext === null) throw new AppError('WALLET_NOT_FOUND')
  const use = { purpose: 'recovery-auth', nonce: input.nonce } as const
  return {
    sealedShare: await releaseShare(deps, use, ciphertext, wallet, caller),
    sessionId: caller.token.sid,
    history: await tellHistory(history, deps.log),
  }
}

/** Returns the user's wallet, if it is this one under this key. Throws WALLET_NOT_FOUND. */
async function requireWallet(
  sql: Sql,
  { token }: SessionCaller,
  { walletId, generation }: { walletId: string; generation: number },
): Promise<WalletRecord> {
  return requireSameWallet(await findWallet(sql, token.sub), { walletId, generation })
}

/** Throws WALLET_NOT_FOUND unless it is this one under this key. */
export function requireSameWallet(
  wallet: WalletRecord | null,
  { walletId, generation }: { walletId: string; generation: number },
): WalletRecord {
  if (wallet === null || wallet.walletId !== walletId || wallet.generation !== generation)
    throw new AppError('WALLET_NOT_FOUND')
  return wallet
}
