import { canonicalJson, type EndpointResponse, type WalletRecord } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { Sql } from '@latchkey/service-kit/db/database'
import { describeBrowser } from '@latchkey/service-kit/http/describeBrowser'
import { signToken, type TokenSigner } from '@latchkey/service-kit/keys/tokens'
import { coarsePlace } from '@latchkey/service-kit/mail/coarsePlace'
import type { Mailer } from '@latchkey/service-kit/mail/mail'
import { forgetOtherDevices } from '../devices/deviceService.ts'
import { findEmail } from '../emailChange/emailStore.ts'
import {
  type InSessionDeps,
  inOnlySession,
  inSession,
  requireStepUp,
  type SessionCaller,
} from '../session/inSession.ts'
import type { OpenSession } from '../session/sessionStore.ts'
import { deleteOtherAuthShares, findWallet, putAuthShare, putRecoveryAuthShare, updateWallet } from '../walletStore.ts'
import { planReplacement, type Replacement, type ReplacementPlan } from './planReplacement.ts'
import { recoveryChangedMail } from './recoveryChangedMail.ts'
import { type ReceiptDeps, requireReceipt } from './requireReceipt.ts'
import { requireSignedChanges } from './requireSignedChanges.ts'
import { keepShare, type WalletSharesDeps } from './walletShares.ts'

export type ReplaceWalletDeps = InSessionDeps &
  WalletSharesDeps &
  ReceiptDeps & { signer: TokenSigner; mailer: Mailer; walletOrigin: string }
type RequestContext = SessionCaller & { ipAddress: string; userAgent: string }

/**
 * Commits a changed record, and those between it and the stored one, with their shares, all or nothing. Throws SESSION_EXPIRED,
 * STEP_UP_REQUIRED, WALLET_NOT_FOUND, WALLET_CHANGED, INVALID_PARAMS (`planReplacement`), SHARE_INVALID for a mismatched signature,
 * address, share or receipt, and MAIL_FAILED: a new recovery method is not committed unless the user can be notified.
 */
export async function replaceWallet(
  deps: ReplaceWalletDeps,
  input: Replacement,
  caller: RequestContext,
): Promise<EndpointResponse<'replaceWallet'>> {
  const { record, earlier = [], sealedAuthShare, recovery } = input
  const { signature, addressProofs } = input
  const steps = [...earlier, { record, signature, addressProofs }]
  const { deviceId } = caller.device
  /** Null: it is stored already. A retry after a lost response needs neither a fresh code nor a fresh receipt. */
  const plan = async (sql: Sql, session: OpenSession): Promise<(ReplacementPlan & { stored: WalletRecord }) | null> => {
    const stored = await findWallet(sql, caller.token.sub)
    if (stored === null || record.walletId !== stored.walletId || record.userId !== stored.userId)
      throw new AppError('WALLET_NOT_FOUND')
    if (canonicalJson(stored) === canonicalJson(record)) return null
    requireStepUp(session, deps.clock.now())
    const planned = planReplacement(stored, input)
    await requireSignedChanges(stored, steps)
    return { ...planned, stored }
  }
  // Before any share is opened for it; and again when it is committed.
  if ((await inSession(deps, caller, (sql, _, session) => plan(sql, session))) !== null) {
    if (recovery !== undefined) await requireReceipt(deps, recovery.receipt, record)
    const keep = (kept: 'auth' | 'recovery-auth', sealed: string) => keepShare(deps, kept, sealed, record, caller)
    const authShare = sealedAuthShare === undefined ? null : await keep('auth', sealedAuthShare)
    const recoveryAuthShare =
      recovery === undefined ? null : await keep('recovery-auth', recovery.sealedRecoveryAuthShare)

    await inOnlySession(deps, caller, async (sql, audit, session) => {
      const planned = await plan(sql, session)
      if (planned === null) return
      if (!(await updateWallet(sql, record, { before: planned.stored, steps }))) throw new AppError('WALLET_CHANGED')
      const now = deps.clock.now()
      if (recoveryAuthShare !== null) await putRecoveryAuthShare(sql, { ...record, ciphertext: recoveryAuthShare }, now)
      if (authShare !== null) await putAuthShare(sql, deviceId, { ...record, ciphertext: authShare }, now)
      if (planned.hasNewKey) {
        await forgetOtherDevices(sql, caller.token.sub, deviceId, now)
        await deleteOtherAuthShares(sql, record.walletId, deviceId)
      }
      for (const event of planned.events) await audit(event)
      if (planned.events.includes('recovery changed')) await tellOfRecovery(deps, sql, record, caller)
    })
  }
  return { wallet: record, settlement: await settlementOf(deps, record) }
}

/** Notifies the user by mail if they have an email; it is logged in any case. */
const tellOfRecovery = async (
  { clock, mailer, walletOrigin: walletUrl }: ReplaceWalletDeps,
  sql: Sql,
  { userId, recovery }: WalletRecord,
  { userAgent, ipAddress }: RequestContext,
): Promise<void> => {
  const to = await findEmail(sql, userId)
  if (to === null) return
  const [browser, place] = [describeBrowser(userAgent), coarsePlace(ipAddress)]
  mailer.send(recoveryChangedMail({ to, way: recovery.kind, walletUrl, browser, place, at: clock.now() }))
}

const settlementOf = ({ signer, clock }: ReplaceWalletDeps, record: WalletRecord): Promise<string> => {
  const { userId: sub, walletId: wallet_id, recoveryShareId: recovery_share_id, revision } = record
  return signToken('settlement', { sub, wallet_id, recovery_share_id, revision }, signer, clock)
}
