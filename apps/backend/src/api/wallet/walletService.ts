import { canonicalJson, type EndpointRequest, type EndpointResponse } from '@latchkey/api-client'
import { openShare, type ShareContext, type SharePurpose, sealShare } from '@latchkey/api-client/sealing'
import { AppError } from '@latchkey/protocol/errors'
import type { Clock } from '../../clock.ts'
import type { Database, Sql } from '../../db/database.ts'
import type { AuthorityKeyring } from '../../keys/authorityKeyring.ts'
import { verifyToken } from '../../keys/tokens.ts'
import { decryptValue, encryptValue } from '../../kms/envelope.ts'
import type { Kms } from '../../kms/kms.ts'
import { inSession, type SessionCaller } from '../session/inSession.ts'
import {
  findAuthShare,
  findRecoveryAuthShare,
  findWallet,
  insertRecoveryAuthShare,
  insertWallet,
  keepVaultOrigin,
  putAuthShare,
  type StoredShare,
  type StoredWallet,
} from './walletStore.ts'

export type WalletDeps = {
  database: Database
  clock: Clock
  kms: Kms
  keyring: AuthorityKeyring
  /** Verifies custody's receipts. */
  custodyKey: () => Promise<CryptoKey>
  vaultOrigin: string
}

/** The recovery half is released only this long after the person has proved themselves anew. */
const freshLoginMs = 10 * 60_000

type ShareOf = { walletId: string; generation: number; recoveryShareId?: string }

/** The record, or null before the wallet was made. Throws SESSION_EXPIRED. */
export async function getWallet(deps: WalletDeps, caller: SessionCaller): Promise<EndpointResponse<'getWallet'>> {
  return inSession(deps, caller, async (sql) => ({ wallet: (await findWallet(sql, caller.token.sub))?.record ?? null }))
}

/**
 * Commit a new wallet: record, this device's auth share and the recovery-auth share in one transaction, on custody's
 * receipt for the share that it keeps. Sending the same wallet again answers the same.
 *
 * Throws WALLET_EXISTS when the person has another wallet, SHARE_INVALID for a share or receipt that is not this wallet's.
 */
export async function createWallet(
  deps: WalletDeps,
  input: EndpointRequest<'createWallet'>,
  caller: SessionCaller,
): Promise<EndpointResponse<'createWallet'>> {
  const { record } = input
  const userId = caller.token.sub
  await requireReceipt(deps, input.receipt, record, userId)
  const authShare = await keepShare(deps, 'auth', input.sealedAuthShare, record, caller)
  const recoveryAuthShare = await keepShare(deps, 'recovery-auth', input.sealedRecoveryAuthShare, record, caller)

  return inSession(deps, caller, async (sql, audit) => {
    const now = deps.clock.now()
    if (!(await insertWallet(sql, record, now))) {
      const existing = await findWallet(sql, userId)
      if (existing === null || canonicalJson(existing.record) !== canonicalJson(record))
        throw new AppError('WALLET_EXISTS')
      return { wallet: existing.record }
    }
    await keepVaultOrigin(sql, deps.vaultOrigin)
    await putAuthShare(sql, caller.device.deviceId, authShare, now)
    await insertRecoveryAuthShare(sql, recoveryAuthShare, now)
    await audit('wallet created')
    return { wallet: record }
  })
}

/** Enrol this device with the auth half of a fresh pair. Throws WALLET_NOT_FOUND, SHARE_INVALID. */
export async function enrolDevice(
  deps: WalletDeps,
  input: EndpointRequest<'putAuthShare'>,
  caller: SessionCaller,
): Promise<EndpointResponse<'putAuthShare'>> {
  const share = await keepShare(deps, 'auth', input.sealedShare, input, caller)
  return inSession(deps, caller, async (sql, audit) => {
    await requireWallet(sql, caller, input)
    await putAuthShare(sql, caller.device.deviceId, share, deps.clock.now())
    await audit('device enrolled')
    return {}
  })
}

/** This device's auth share, sealed to it. Throws WALLET_NOT_FOUND when it has none: never enrolled, or revoked. */
export async function releaseAuthShare(
  deps: WalletDeps,
  input: EndpointRequest<'releaseAuthShare'>,
  caller: SessionCaller,
): Promise<EndpointResponse<'releaseAuthShare'>> {
  const ciphertext = await inSession(deps, caller, async (sql) => {
    await requireWallet(sql, caller, input)
    return findAuthShare(sql, input.walletId, input.generation, caller.device.deviceId)
  })
  return releaseShare(deps, 'auth', ciphertext, input, caller)
}

/** The api's half of the recovery pair, sealed to this device. Throws SESSION_EXPIRED unless the login is fresh. */
export async function releaseRecoveryAuthShare(
  deps: WalletDeps,
  input: EndpointRequest<'releaseRecoveryAuthShare'>,
  caller: SessionCaller,
): Promise<EndpointResponse<'releaseRecoveryAuthShare'>> {
  if (deps.clock.now().getTime() - caller.token.auth_time * 1000 > freshLoginMs) throw new AppError('SESSION_EXPIRED')
  const { record, ciphertext } = await inSession(deps, caller, async (sql, audit) => {
    const { record } = await requireWallet(sql, caller, input)
    await audit('recovery used')
    return { record, ciphertext: await findRecoveryAuthShare(sql, input.walletId, input.generation) }
  })
  return releaseShare(deps, 'recovery-auth', ciphertext, record, caller)
}

async function requireWallet(
  sql: Sql,
  { token }: SessionCaller,
  { walletId, generation }: ShareOf,
): Promise<StoredWallet> {
  const wallet = await findWallet(sql, token.sub)
  if (wallet === null || wallet.walletId !== walletId || wallet.record.generation !== generation)
    throw new AppError('WALLET_NOT_FOUND')
  return wallet
}

async function requireReceipt(
  { custodyKey, clock }: WalletDeps,
  receipt: string,
  record: ShareOf & { userId: string },
  userId: string,
): Promise<void> {
  const claims = await verifyToken('receipt', receipt, await custodyKey(), clock)
  const isThisWallet =
    claims.sub === userId && claims.wallet_id === record.walletId && claims.generation === record.generation
  if (!isThisWallet || record.userId !== userId) throw new AppError('SHARE_INVALID')
}

/** An auth share belongs to one device, the recovery half to the person. */
const deviceOf = (purpose: SharePurpose, { device }: SessionCaller): string | null =>
  purpose === 'auth' ? device.deviceId : null

const storageContext = (purpose: SharePurpose, { walletId, generation }: ShareOf, caller: SessionCaller) => ({
  purpose: `${purpose} share`,
  userId: caller.token.sub,
  walletId,
  generation,
  deviceId: deviceOf(purpose, caller),
})

/** What a share is bound to in transit, both ways. */
const sealingContext = (purpose: SharePurpose, of: ShareOf, caller: SessionCaller): ShareContext => ({
  purpose,
  userId: caller.token.sub,
  walletId: of.walletId,
  generation: of.generation,
  deviceId: deviceOf(purpose, caller),
  recoveryShareId: purpose === 'auth' ? null : (of.recoveryShareId ?? null),
})

/** Open what the vault sealed to us, and encrypt it for the database. Throws SHARE_INVALID. */
async function keepShare(
  { kms, keyring }: WalletDeps,
  purpose: SharePurpose,
  sealed: string,
  of: ShareOf,
  caller: SessionCaller,
): Promise<StoredShare> {
  const { walletId, generation } = of
  const share = await openShare({ ...keyring.hpke, sealed, expectedContext: sealingContext(purpose, of, caller) })
  try {
    return { walletId, generation, ciphertext: await encryptValue(kms, storageContext(purpose, of, caller), share) }
  } finally {
    share.fill(0)
  }
}

async function releaseShare(
  { kms }: WalletDeps,
  purpose: SharePurpose,
  ciphertext: Uint8Array | null,
  of: ShareOf,
  caller: SessionCaller,
): Promise<{ sealedShare: string }> {
  if (ciphertext === null) throw new AppError('WALLET_NOT_FOUND')
  const share = await decryptValue(kms, storageContext(purpose, of, caller), ciphertext)
  try {
    const context = sealingContext(purpose, of, caller)
    return { sealedShare: await sealShare({ recipientPublicKey: caller.device.hpkePublicKey, context, share }) }
  } finally {
    share.fill(0)
  }
}
