import type { EndpointResponse, WalletRecord } from '@latchkey/api-client'
import { AppError, isAppError, isEmail } from '@latchkey/protocol'
import type { Page } from '../boundary/Page.ts'
import type { Vault } from '../vault/vaultMethods.ts'
import type { CallApi, Lock } from './callApi.ts'
import { enrolDevice } from './enrolDevice.ts'

/** A finished login: everything a session is made of. */
export type Login = {
  userId: string
  email: string | null
  deviceId: string
  tokens: EndpointResponse<'startSession'>['tokens']
  wallet: WalletRecord
}

export type EmailLogin = {
  /**
   * Have a code sent, for the first time or again; resolves with the seconds until another may be asked for. Fails with
   * EMAIL_INVALID, RATE_LIMITED, MAIL_FAILED, SERVICE_UNREACHABLE, STORAGE_BLOCKED.
   */
  start(page: Page, email: string): Promise<number>
  /**
   * Finish with the code. What was reached stays reached: if a later step fails, trying again goes on from there.
   * `onVerified` is called once the code has been found right. Fails with OTP_*, SERVICE_UNREACHABLE, SHARE_INVALID.
   */
  finish(page: Page, code: string, onVerified?: () => void): Promise<Login>
  /** Nobody goes on with this attempt: its code, and what it has reached, are worth nothing here any more. */
  drop(): void
}

export type EmailLoginDeps = { api: CallApi; vault: Vault; lock: Lock }

/** One attempt, in memory only: it belongs to this document, and custody binds it to the device key. The code is not kept. */
type Attempt = {
  attemptId: string
  deviceId: string
  verified: EndpointResponse<'emailVerify'> | null
  opened: EndpointResponse<'startSession'> | null
}

/**
 * Login by a code that the custody service mails and checks (custody design, section 3): the proof of the email opens a
 * session at the api and reaches this person's recovery share, then the device is enrolled.
 */
export const createEmailLogin = ({ api, vault, lock }: EmailLoginDeps): EmailLogin => {
  let attempt: Attempt | null = null
  let finishing: Promise<unknown> = Promise.resolve()

  const attemptFinish = async (page: Page, code: string, onVerified?: () => void): Promise<Login> => {
    const current = attempt
    if (current === null) throw new AppError('OTP_EXPIRED')
    const { attemptId, deviceId } = current
    const origin = { projectId: page.projectId, dappOrigin: page.origin }
    try {
      current.verified ??= await api('emailVerify', { attemptId, code })
      onVerified?.()
      const { apiGrant, custodyToken, userId } = current.verified
      current.opened ??= await api('startSession', { apiGrant, ...origin })
      const { tokens, email, wallet: known } = current.opened
      if (current.opened.userId !== userId) throw new AppError('INTERNAL')
      const { accessToken } = tokens
      const wallet = await lock('latchkey-enrol', () =>
        enrolDevice({ vault, api, userId, wallet: known, accessToken, custodyToken }),
      )
      if (attempt === current) attempt = null
      return { userId, email, deviceId, tokens, wallet }
    } catch (error) {
      // The proof of the email lasts minutes; once it is over, only a new code helps.
      if (!isAppError(error, 'SESSION_EXPIRED')) throw error
      if (attempt === current) attempt = null
      throw new AppError('OTP_EXPIRED', { cause: error })
    }
  }

  return {
    async start(page, text) {
      const email = text.trim()
      if (!isEmail(email)) throw new AppError('EMAIL_INVALID')
      const { deviceId } = await vault.openDevice(undefined)
      const origin = { projectId: page.projectId, dappOrigin: page.origin }
      const { attemptId, resendInSeconds } = await api('emailStart', { ...origin, email })
      attempt = { attemptId, deviceId, verified: null, opened: null }
      return resendInSeconds
    },
    drop() {
      attempt = null
    },
    finish(page, code, onVerified) {
      // One after the other: a code that is sent twice must not be tried twice.
      const result = finishing.then(() => attemptFinish(page, code, onVerified))
      finishing = result.catch(() => undefined)
      return result
    },
  }
}
