import type { EndpointResponse } from '@latchkey/api-client'
import { AppError, catalogue, isAppError, isEmail } from '@latchkey/protocol'
import type { Appearance, Vault } from '@latchkey/vault-protocol'
import type { Page } from '../boundary/Page.ts'
import type { CallApi } from './callApi.ts'
import type { Pause } from './createPause.ts'
import { createTurns } from './createTurns.ts'
import { type EmailProof, type Found, findAccountByCode } from './findAccount.ts'
import type { Login, OpenAccount, Reached } from './openAccount.ts'
import { shareWait } from './shareWait.ts'

/** A code was mailed; another may be requested in this many seconds. */
type MailedCode = { kind: 'code'; resendInSeconds: number }
/** A link was mailed. The user picks this two-digit number on its page before a code is mailed; empty in profile 4. */
type MailedLink = { kind: 'link'; number: string; expiresInSeconds: number; resendInSeconds: number }
/** The email is proved already, only the approval was missing: no code is mailed, and any code finishes. */
type Proved = { kind: 'proved' }

type FinishOptions = { onVerified?: (() => void) | undefined; appearance?: Appearance | undefined }

export type EmailLogin = {
  /**
   * Has a link or a code sent, for the first time or again: the link when the API does not know this device, the code when it
   * does, or when the link was approved. Fails with EMAIL_INVALID, RATE_LIMITED, MAIL_FAILED, SERVICE_UNREACHABLE,
   * STORAGE_BLOCKED; earlier mail stays valid then.
   */
  start(page: Page, email: string): Promise<MailedCode | MailedLink>
  /**
   * Waits until the mailed link is approved, and has the code sent. Concurrent and repeated calls are fine: one code is
   * mailed. If the same attempt sends a newer link, waits for that one. Fails with LINK_INVALID when the link has ended or
   * there is none, ABORTED when another email has replaced it, and as `start`.
   *
   * @param onApproved the link was approved; the code is not mailed yet.
   */
  approval(signal: AbortSignal, onApproved?: () => void): Promise<MailedCode | Proved>
  /**
   * Looks, by the code, for the account that has the email at a login provider and isn't opened by it yet. Null when there is none, and
   * where the code was taken before. Nothing is created, and the right code stays valid. Fails as `findAccountByCode` does.
   */
  find(code: string): Promise<Found<EmailProof> | null>
  /**
   * Finishes with the code. Completed steps are kept: after a failure, trying again continues from there. `onVerified` is
   * called once the code has been verified; `appearance` is for `enrolDevice`. Fails with OTP_*, RECOVERY_NEEDED,
   * USER_REJECTED, SERVICE_UNREACHABLE, SHARE_INVALID; DEVICE_NOT_APPROVED, after which `start` requests the approval and the
   * code need not be entered again; ACCOUNT_MISMATCH when the services name another user than the one whose wallet this
   * browser holds for that email: nothing was changed.
   */
  finish(page: Page, code: string, options?: FinishOptions): Promise<Login>
  /** Drops this attempt: its code and its completed steps become useless here. */
  drop(): void
}

export type EmailLoginDeps = {
  api: CallApi
  vault: Pick<Vault, 'openDevice'>
  pause: Pause
  openAccount: OpenAccount
}

/** One attempt, in memory only: it belongs to this document, and the services bind it to the device key. The code is not kept. */
type Attempt = Reached & {
  readonly email: string
  readonly page: Page
  /** The mailed link; null when none is due. */
  link: { readonly linkId: string; isApproved: boolean } | null
  /** The mailed code. */
  code: { readonly attemptId: string; readonly resendInSeconds: number } | null
}

/**
 * Signs in by email, proved to two services that do not trust each other (custody design, section 3): the API mails a link
 * where it does not know the device, the custody service mails and checks a code. Both together open a session and release
 * this user's shares; then the device is enrolled.
 */
export const createEmailLogin = ({ api, vault, pause, openAccount }: EmailLoginDeps): EmailLogin => {
  let attempt: Attempt | null = null
  let starting: Promise<unknown> = Promise.resolve()
  /** One after the other: a code that is submitted twice must not be tried twice. */
  const inTurn = createTurns()

  const mailCode = async (mine: Omit<Attempt, 'by' | 'code' | 'verified' | 'opened'>): Promise<MailedCode> => {
    const { email, page, deviceId, link } = mine
    const { attemptId, resendInSeconds } = await api('emailStart', { ...originOf(page), email })
    attempt = { ...begun({ email, page, deviceId, link }), code: { attemptId, resendInSeconds } }
    return { kind: 'code', resendInSeconds }
  }

  const attemptStart = async (page: Page, email: string): Promise<MailedCode | MailedLink> => {
    const { deviceId } = await vault.openDevice(undefined)
    const former = attempt?.email === email && attempt.deviceId === deviceId ? attempt : null
    if (former?.link?.isApproved) return await mailCode(former)
    // In profile 4 the dapp's page asks the user, and has no place to show a number.
    const { link } = await api('startDeviceLink', { ...originOf(page), email, isNumberShown: page.profile === 5 })
    if (link === null) return await mailCode({ email, page, deviceId, link })
    const { linkId, ...step } = link
    // The code was right, and only the approval was missing.
    const verified = former !== null && former.opened === null ? former.verified : null
    attempt = { ...begun({ email, page, deviceId, link: { linkId, isApproved: false } }), verified }
    return { kind: 'link', ...step }
  }

  const wait = shareWait(async (signal): Promise<Attempt> => {
    const first = attempt
    for (;;) {
      const mine = attempt
      if (mine === null || first === null) throw new AppError('LINK_INVALID')
      if (mine.email !== first.email) throw new AppError('ABORTED')
      if (mine.link === null || mine.link.isApproved) return mine
      const status = await statusOf(api, mine.link.linkId)
      if (status === 'approved') mine.link.isApproved = true
      if (status === 'waiting') await pause(signal)
      // A newer link ends the older one a moment before it is known here.
      else await starting
      if (status === 'over' && attempt === mine) throw new AppError('LINK_INVALID')
      signal.throwIfAborted()
    }
  })

  /** Sends one code for all callers that wait for one approval. */
  const mailOnce = shareWait(async (): Promise<MailedCode | Proved> => {
    const mine = attempt
    if (mine === null) throw new AppError('LINK_INVALID')
    if (mine.verified !== null && mine.opened === null) return { kind: 'proved' }
    return mine.code === null ? await mailCode(mine) : { kind: 'code', resendInSeconds: mine.code.resendInSeconds }
  })

  const attemptFinish = async (page: Page, code: string, options: FinishOptions): Promise<Login> => {
    const current = attempt
    if (current === null) throw new AppError('OTP_EXPIRED')
    try {
      current.verified ??= await verify(api, current, code)
      options.onVerified?.()
      const login = await openAccount(page, current, current.verified, options.appearance)
      if (attempt === current) attempt = null
      return login
    } catch (error) {
      throw afterFailure(current, error)
    }
  }

  const find = async (code: string): Promise<Found<EmailProof> | null> => {
    if (attempt === null || attempt.code === null || attempt.verified !== null) return null
    return await findAccountByCode(api, { attemptId: attempt.code.attemptId, code }, attempt.email)
  }

  return {
    async start(page, text) {
      const email = text.trim()
      if (!isEmail(email)) throw new AppError('EMAIL_INVALID')
      const result = attemptStart(page, email)
      starting = result.catch(() => undefined)
      return await result
    },
    async approval(signal, onApproved) {
      const { code } = await wait(signal)
      if (code === null) onApproved?.()
      return await mailOnce(signal)
    },
    drop() {
      attempt = null
    },
    find: (code) => inTurn(() => find(code)),
    finish: (page, code, options = {}) => inTurn(() => attemptFinish(page, code, options)),
  }
}

const originOf = ({ projectId, origin: dappOrigin }: Page) => ({ projectId, dappOrigin })

type Begun = Pick<Attempt, 'email' | 'page' | 'deviceId' | 'link'>

/** Returns an attempt for which no code was mailed yet. */
const begun = ({ email, page, deviceId, link }: Begun): Attempt => ({
  ...{ email, by: { email }, page, deviceId, link },
  code: null,
  verified: null,
  opened: null,
})

/** Resets the state that a failure has invalidated, and returns the error to throw. */
const afterFailure = (attempt: Attempt, error: unknown): unknown => {
  // The approval has expired, or the account knew this device until just now.
  if (isAppError(error, 'DEVICE_NOT_APPROVED')) attempt.link = null
  // The proof of the email is valid for minutes; once it has expired, only a new code helps.
  if (!isAppError(error, 'SESSION_EXPIRED')) return error
  attempt.code = null
  attempt.verified = null
  attempt.opened = null
  return new AppError('OTP_EXPIRED', { cause: error })
}

const statusOf = async (api: CallApi, linkId: string): Promise<EndpointResponse<'deviceLinkStatus'>['status']> => {
  try {
    return (await api('deviceLinkStatus', { linkId })).status
  } catch (error) {
    // The next poll comes soon.
    if (catalogue[AppError.from(error).name].retry) return 'waiting'
    throw error
  }
}

const verify = async (
  api: CallApi,
  { code: mailed }: Attempt,
  code: string,
): Promise<EndpointResponse<'emailVerify'>> => {
  if (mailed === null) throw new AppError('OTP_EXPIRED')
  return await api('emailVerify', { attemptId: mailed.attemptId, code })
}
