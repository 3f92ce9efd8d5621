/**
 * Requirements: a project gets an address when its owner has read the project's purpose and has typed a code from that mailbox, or when it
 * is the verified address of the user's own account. Responses are the same for every address. Nothing here signs in, and custody is not
 * involved: the rows are in the api's schema, which custody's database login can't read.
 *
 * Design: the purpose is the project's setting and comes back with the request, so that the row holds what was shown. The account is the
 * page's claim. Mails are limited as device links are, but counted separately: a flood here uses up no sign-in mail.
 */
import { randomUUID } from 'node:crypto'
import type { EndpointRequest, EndpointResponse, WalletRecord } from '@latchkey/api-client'
import { hybridAccount, parseCaip10, parseEvmAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { secondsLater } from '@latchkey/service-kit/clock'
import { describeBrowser } from '@latchkey/service-kit/http/describeBrowser'
import type { Kms } from '@latchkey/service-kit/kms/kms'
import { mailLimits } from '@latchkey/service-kit/limits/limits'
import { admitMail, type MailGate } from '@latchkey/service-kit/mail/admitMail'
import { coarsePlace } from '@latchkey/service-kit/mail/coarsePlace'
import type { Mailer } from '@latchkey/service-kit/mail/mail'
import { normalEmail } from '@latchkey/service-kit/mail/normalEmail'
import { hasFeature, mailBrandOf, type Project, type Projects } from '@latchkey/service-kit/projects/projects'
import { spendOnce } from '@latchkey/service-kit/proof/spentProofs'
import { networksOf } from '@latchkey/service-kit/rateLimits/networkOf'
import { type InSessionDeps, inSession, type SessionCaller } from '../session/inSession.ts'
import { findWallet } from '../walletStore.ts'
import { captureCodeLifeSeconds, captureCodeTries, macsOfCaptureCode, makeCaptureCode } from './captureCode.ts'
import { captureCodeMail } from './captureCodeMail.ts'
import {
  type CaptureAttempt,
  findEarlierCaptures,
  findOwnEmail,
  insertAttempt,
  insertCapture,
  lockCaptures,
  takeAttempt,
} from './emailCaptureStore.ts'

export type EmailCaptureDeps = InSessionDeps & {
  projects: Projects
  mailer: Mailer
  kms: Kms
  /** Limits on these mails, counted apart from those on links. */
  captureGate: MailGate
}
type RequestContext = { ipAddress: string; userAgent: string; origin: string | null }

/** Returns the purpose for which a project captures addresses; null when it captures none. */
export const capturePurposeOf = (project: Project): string | null =>
  hasFeature(project, 'email_capture') ? (project.emailCapture?.purpose ?? null) : null

/** Throws PROJECT_UNKNOWN, ORIGIN_NOT_ALLOWED also for a call from no page, NOT_ENABLED. */
const requireCapturing = ({ projects }: EmailCaptureDeps, projectId: string, origin: string | null) => {
  if (origin === null) throw new AppError('ORIGIN_NOT_ALLOWED')
  const project = projects.requireOrigin(projectId, origin)
  const purpose = capturePurposeOf(project)
  if (purpose === null) throw new AppError('NOT_ENABLED')
  return { project, purpose, dappOrigin: origin }
}

const requirePurpose = (shown: string, purpose: string): void => {
  if (shown !== purpose) throw new AppError('PURPOSE_CHANGED')
}

/**
 * Throws PROJECT_UNKNOWN, ORIGIN_NOT_ALLOWED, NOT_ENABLED, PURPOSE_CHANGED, CAIP_ADDRESS_INVALID, EMAIL_INVALID, RATE_LIMITED
 * `{ seconds }`, CHALLENGE_REQUIRED with the challenge, and MAIL_FAILED, which leaves no attempt.
 */
export async function startEmailCapture(
  deps: EmailCaptureDeps,
  input: EndpointRequest<'startEmailCapture'>,
  asking: RequestContext,
): Promise<EndpointResponse<'startEmailCapture'>> {
  const { clock, kms, captureGate } = deps
  const { projectId, account, solution } = input
  const { project, purpose, dappOrigin } = requireCapturing(deps, projectId, asking.origin)
  requirePurpose(input.purpose, purpose)
  parseCaip10(account)
  const email = normalEmail(input.email)
  const caller = { ipAddress: asking.ipAddress, projectId }
  const caps = mailLimits(captureGate.limits, caller)
  const now = clock.now()
  const attemptId = randomUUID()
  const code = makeCaptureCode()
  const [codeMac] = await macsOfCaptureCode(kms, attemptId, code)
  const attempt: CaptureAttempt = {
    attemptId,
    projectId,
    dappOrigin,
    account,
    email,
    purpose,
    codeMac,
    networks: networksOf(asking.ipAddress),
    createdAt: now,
    expiresAt: secondsLater(now, captureCodeLifeSeconds),
    tries: captureCodeTries,
  }
  // A page has no device: a solved challenge counts once for an account and an address.
  const requester = `${projectId} ${account}`
  const challenge = await deps.database.transaction('api', async (sql) => {
    await lockCaptures(sql, email, attempt.networks)
    const next = await admitMail(captureGate, {
      caller,
      earlier: await findEarlierCaptures(sql, attempt, caps),
      mailLimits: caps,
      binding: { deviceId: requester, email, endpoint: 'email capture' },
      solution,
      spend: ({ id, expiresAt }) => spendOnce(sql, requester, id, expiresAt),
    })
    await insertAttempt(sql, attempt)
    // Last and inside, so that a failed mail leaves no attempt behind.
    deps.mailer.send(
      captureCodeMail({
        to: email,
        code,
        ...mailBrandOf(project),
        purpose,
        dappOrigin,
        browser: describeBrowser(asking.userAgent),
        place: coarsePlace(asking.ipAddress),
        lifeMinutes: captureCodeLifeSeconds / 60,
      }),
    )
    return next
  })
  const times = { expiresInSeconds: captureCodeLifeSeconds, resendInSeconds: caps.pauseSeconds }
  return { attemptId, ...times, ...(challenge === null ? {} : { challenge }) }
}

/** Throws PROJECT_UNKNOWN, ORIGIN_NOT_ALLOWED, NOT_ENABLED, OTP_INVALID `{ triesLeft }`, OTP_EXHAUSTED, OTP_USED, OTP_EXPIRED. */
export async function confirmEmailCapture(
  deps: EmailCaptureDeps,
  { projectId, attemptId, code }: EndpointRequest<'confirmEmailCapture'>,
  { origin }: RequestContext,
): Promise<EndpointResponse<'confirmEmailCapture'>> {
  const { dappOrigin } = requireCapturing(deps, projectId, origin)
  const codeMacs = await macsOfCaptureCode(deps.kms, attemptId, code)
  const now = deps.clock.now()
  const outcome = await deps.database.transaction('api', async (sql) => {
    const taken = await takeAttempt(sql, { attemptId, projectId, dappOrigin, codeMacs, now })
    if (taken.is === 'right') await insertCapture(sql, taken.capture, { userId: null, now })
    return taken
  })
  // Outside of the transaction, which has counted the try.
  switch (outcome.is) {
    case 'wrong':
      throw new AppError('OTP_INVALID', { details: { triesLeft: outcome.triesLeft } })
    case 'exhausted':
      throw new AppError('OTP_EXHAUSTED')
    case 'used':
      throw new AppError('OTP_USED')
    case 'expired':
      throw new AppError('OTP_EXPIRED')
    case 'right':
      return {}
  }
}

/**
 * Throws SESSION_EXPIRED, PROJECT_UNKNOWN, ORIGIN_NOT_ALLOWED, NOT_ENABLED, PURPOSE_CHANGED, CAIP_ADDRESS_INVALID also for an account that
 * is not the user's, and EMAIL_INVALID if the user's account has no address.
 */
export function shareEmail(
  deps: EmailCaptureDeps,
  { projectId, dappOrigin, account, purpose: shown }: EndpointRequest<'shareEmail'>,
  caller: SessionCaller,
): Promise<EndpointResponse<'shareEmail'>> {
  return inSession(deps, caller, async (sql, audit) => {
    const { purpose } = requireCapturing(deps, projectId, dappOrigin)
    requirePurpose(shown, purpose)
    const userId = caller.token.sub
    if (!isAccountOf(await findWallet(sql, userId), account)) throw new AppError('CAIP_ADDRESS_INVALID')
    const email = await findOwnEmail(sql, userId)
    if (email === null) throw new AppError('EMAIL_INVALID')
    await insertCapture(sql, { projectId, dappOrigin, account, email, purpose }, { userId, now: deps.clock.now() })
    await audit('email shared with a site')
    return {}
  })
}

/** Returns whether an account, on any chain, belongs to the wallet: a key's own, or the smart account that it owns. */
function isAccountOf(wallet: WalletRecord | null, account: string): boolean {
  const { address } = parseCaip10(account)
  if (wallet === null) return false
  const { eip155, solana } = wallet.addresses
  const owners = eip155.map(parseEvmAddress)
  const evm = owners.flatMap((owner) => [owner, hybridAccount(owner).address])
  return solana.includes(address) || evm.some((own) => own.toLowerCase() === address.toLowerCase())
}
