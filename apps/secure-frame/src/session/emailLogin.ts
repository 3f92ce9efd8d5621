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

/** A code was mailed; in so many seconds another may be asked for. */
type MailedCode = { kind: 'code'; resendInSeconds: number }
/** A link was mailed, on whose page this two-digit number has to be picked before a code is mailed; empty in profile 4. */
type MailedLink = { kind: 'link'; number: string; expiresInSeconds: number; resendInSeconds: number }
/** The email is proved already, only the approval was missing: no code is mailed, and any finishes. */
type Proved = { kind: 'proved' }

type FinishOptions = { onVerified?: (() => void) | undefined; appearance?: Appearance | undefined }

export type EmailLogin = {
  /**
   * Have a link or a code sent, for the first time or again: the link when the api does not know this device, the code when it
   * does, or when the link was agreed to. Fails with EMAIL_INVALID, RATE_LIMITED, MAIL_FAILED, SERVICE_UNREACHABLE,
   * STORAGE_BLOCKED; what was mailed before then stays good.
   */
  start(page: Page, email: string): Promise<MailedCode | MailedLink>
  /**
   * Wait until the mailed link is agreed to, and have the code sent. May be called by many at once and again: one code is
   * mailed. A newer link of the same attempt is waited for instead. Fails with LINK_INVALID when the link is over or there is
   * none, ABORTED when another email has taken its place, and what `start` fails with.
   *
   * @param onApproved the link was agreed to; the code is not mailed yet.
   */
  approval(signal: AbortSignal, onApproved?: () => void): Promise<MailedCode | Proved>
  /**
   * Looks, by the code, for the account that has the email at a login provider and isn't opened by it yet. Null when there is none, and
   * where the code was taken before. Nothing is made, and the right code stays good. Fails as `findAccountByCode` does.
   */
  find(code: string): Promise<Found<EmailProof> | null>
  /**
   * Finish with the code. What was reached stays reached: if a later step fails, trying again goes on from there.
   * `onVerified` is called once the code has been found right; `appearance` is for `enrolDevice`. Fails with OTP_*,
   * DEVICE_NOT_APPROVED, after which `start` asks for the approval and the code need not be entered again, RECOVERY_NEEDED,
   * USER_REJECTED, SERVICE_UNREACHABLE, SHARE_INVALID; ACCOUNT_MISMATCH when the services say another person than the one whose
   * wallet this browser holds for that email: nothing was changed.
   */
  finish(page: Page, code: string, options?: FinishOptions): Promise<Login>
  /** Nobody goes on with this attempt: its code, and what it has reached, are worth nothing here any more. */
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
 * Login by email, proved to two services that do not trust each other (custody design, section 3): the api mails a link where
 * it does not know the device, the custody service mails and checks a code. Both together open a session and reach this
 * person's shares; then the device is enrolled.
 */
export const createEmailLogin = ({ api, vault, pause, openAccount }: EmailLoginDeps): EmailLogin => {
  let attempt: Attempt | null = null
  let starting: Promise<unknown> = Promise.resolve()
  /** One after the other: a code that is sent twice must not be tried twice. */
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
    // In profile 4 the dapp's page asks the person, and has nowhere to show a number.
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

  /** One code for all who wait for one approval. */
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

/** Takes back what a failure has made worthless, and returns what to say of it. */
const afterFailure = (attempt: Attempt, error: unknown): unknown => {
  // Approved too long ago, or known to the account until just now.
  if (isAppError(error, 'DEVICE_NOT_APPROVED')) attempt.link = null
  // The proof of the email lasts minutes; once it is over, only a new code helps.
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
    // Asked again in a moment anyway.
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
