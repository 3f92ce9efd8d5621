import type { EndpointRequest, EndpointResponse } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { wasNoted } from '@latchkey/service-kit/audit/auditStore'
import { secondsLater } from '@latchkey/service-kit/clock'
import { describeBrowser } from '@latchkey/service-kit/http/describeBrowser'
import type { Log } from '@latchkey/service-kit/log'
import { coarsePlace } from '@latchkey/service-kit/mail/coarsePlace'
import type { Mailer } from '@latchkey/service-kit/mail/mail'
import { findEmail } from '../emailChange/emailStore.ts'
import { type InSessionDeps, inConfirmedSession, requireStepUp, type SessionCaller } from '../session/inSession.ts'
import { findToUnlock, parseRecord, tellHistory } from '../walletStore.ts'
import { keysExportedMail } from './keysExportedMail.ts'
import { requireSameWallet } from './walletService.ts'
import { releaseShare, type WalletSharesDeps } from './walletShares.ts'

export type ReleaseAuthShareDeps = InSessionDeps & WalletSharesDeps & { mailer: Mailer; walletOrigin: string; log: Log }
type RequestContext = SessionCaller & { ipAddress: string; userAgent: string }

const purposes = { unlock: 'auth', change: 'auth-change', export: 'auth-export' } as const
/** Exports by one device within this time cause one mail: keys are shown and saved in one visit. */
const noticeSeconds = 600

/**
 * Returns this device's auth share, sealed to it for the one use that its vault waits for. Throws SESSION_EXPIRED; WALLET_NOT_FOUND when it
 * has none: never enrolled, or revoked; STEP_UP_REQUIRED; and for an export MAIL_FAILED: it does not happen unless the user can be
 * notified.
 */
export async function releaseAuthShare(
  deps: ReleaseAuthShareDeps,
  input: EndpointRequest<'releaseAuthShare'>,
  caller: RequestContext,
): Promise<EndpointResponse<'releaseAuthShare'>> {
  const { deviceId } = caller.device
  const now = deps.clock.now()
  const asked = { sessionId: caller.token.sid, deviceId, since: input.since, now }
  const [found] = await deps.database.statement('api', (sql) => findToUnlock(sql, asked))
  if (found === undefined) throw new AppError('SESSION_EXPIRED')
  if (input.use !== 'unlock') requireStepUp({ authenticatedAt: found.authenticated_at }, now)
  const wallet = requireSameWallet(found.record === null ? null : parseRecord(found.record), input)
  const { ciphertext } = found
  if (ciphertext === null) throw new AppError('WALLET_NOT_FOUND')
  const use = { purpose: purposes[input.use], nonce: input.nonce }
  const sealedShare = await releaseShare(deps, use, ciphertext, wallet, caller)
  if (input.use === 'export') await tellOfExport(deps, caller)
  return { sealedShare, wallet, history: await tellHistory(found.history ?? [], deps.log, input.since) }
}

/** Logged each time; mailed if the user has an email. */
const tellOfExport = (deps: ReleaseAuthShareDeps, caller: RequestContext): Promise<void> =>
  inConfirmedSession(deps, caller, async (sql, audit) => {
    const { clock, mailer, walletOrigin } = deps
    const { sub: userId } = caller.token
    const at = clock.now()
    const entry = { userId, event: 'keys exported', deviceId: caller.device.deviceId } as const
    const isTold = await wasNoted(sql, entry, secondsLater(at, -noticeSeconds))
    await audit('keys exported')
    const to = await findEmail(sql, userId)
    if (isTold || to === null) return
    const [browser, place] = [describeBrowser(caller.userAgent), coarsePlace(caller.ipAddress)]
    mailer.send(keysExportedMail({ to, walletUrl: walletOrigin, browser, place, at }))
  })
