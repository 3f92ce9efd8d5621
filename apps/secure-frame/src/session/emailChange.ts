import type { EndpointResponse } from '@latchkey/api-client'
import { AppError, isAppError, isEmail } from '@latchkey/protocol'
import type { Appearance } from '@latchkey/vault-protocol'
import type { Page } from '../boundary/Page.ts'
import type { Caller } from './Caller.ts'
import type { CallApi, CallAuthorised } from './callApi.ts'
import type { Session } from './Session.ts'

/** Both addresses of a change, as the person may see them. */
export type Addresses = { readonly oldEmail: string; readonly newEmail: string }

/** Another email for an account, proved by a code from the present address and one from the new (custody design, section 3). */
export type EmailChange = {
  /**
   * Begin: nothing is mailed yet. A newer change replaces an older one. Fails with EMAIL_INVALID, EMAIL_UNCHANGED,
   * UNAUTHORIZED, NOT_ENABLED for an account without an email.
   */
  begin(page: Page, caller: Caller, newEmail: string): Promise<void>
  /** What was begun for this person. Fails with OTP_EXPIRED when nothing was. */
  addresses(caller: Caller): Addresses
  /**
   * Have a code mailed to the present address, for the first time or again; resolves with the seconds until another may be
   * asked for. Fails with RATE_LIMITED, MAIL_FAILED, SERVICE_UNREACHABLE.
   */
  mailOld(caller: Caller): Promise<number>
  /**
   * The code of the present address; a second one is then mailed to the new address. What was reached stays reached: if a
   * later step fails, trying again goes on from there. Fails with OTP_*, RATE_LIMITED, MAIL_FAILED, SESSION_EXPIRED,
   * SERVICE_UNREACHABLE.
   */
  proveOld(caller: Caller, code: string): Promise<void>
  /**
   * The code of the new address; resolves with it once the account has it. Every other device is signed out, and the wallet
   * gets a new key, unless the person is needed for that and declines or cannot be asked: `appearance` says how they may be.
   * Fails with OTP_*, EMAIL_IN_USE, MAIL_FAILED, SESSION_EXPIRED, SERVICE_UNREACHABLE.
   */
  proveNew(caller: Caller, code: string, appearance?: Appearance): Promise<string>
}

export type EmailChangeDeps = {
  api: CallApi
  session: Pick<Session, 'call' | 'email' | 'login' | 'renameEmail' | 'wallet' | 'changeWallet'>
}

/** One change, in memory only; custody binds it to the device key. No code is kept. */
type Change = Addresses & {
  readonly page: Page
  readonly userId: string
  changeId: string | null
  oldProved: EndpointResponse<'proveOldEmail'> | null
  newProved: EndpointResponse<'proveNewEmail'> | null
}

export const createEmailChange = ({ api, session }: EmailChangeDeps): EmailChange => {
  let change: Change | null = null
  let last: Promise<unknown> = Promise.resolve()

  const changeOf = ({ userId }: Caller): Change => {
    if (change?.userId !== userId) throw new AppError('OTP_EXPIRED')
    return change
  }

  /** Custody's word opens the step-up, once; the api is told which address is to come. */
  const prepare = async (caller: Caller, { newEmail, oldProved }: Change): Promise<void> => {
    if (oldProved === null) throw new AppError('OTP_EXPIRED')
    try {
      await session.call(caller, 'confirmSession', { apiGrant: oldProved.apiGrant })
    } catch (error) {
      // Used already, as the answer was lost, or minutes old: the next call tells which, unless the session itself is over.
      if (!isAppError(error, 'SESSION_EXPIRED')) throw error
      await session.email(caller)
    }
    await session.call(caller, 'prepareEmailChange', { newEmail })
  }

  /** A new key retires what other devices and older backups hold. The address is changed already, whatever becomes of it. */
  const rotate = async (caller: Caller, { oldProved }: Change, appearance: Appearance | undefined): Promise<void> => {
    const accessToken = oldProved?.custodyToken
    if (accessToken === undefined) return
    const { recovery } = await session.wallet(caller)
    if (recovery.kind !== 'automatic' && appearance === undefined) return
    const callCustody: CallAuthorised = (name, request) => api(name, request, { accessToken })
    await session.changeWallet(caller, { kind: 'rotate' }, { appearance: appearance ?? { mode: 'dark' }, callCustody })
  }

  /** One after the other: a code that is sent twice must not be tried twice. */
  const inTurn = <result>(work: () => Promise<result>): Promise<result> => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }

  return {
    async begin(page, caller, text) {
      const newEmail = text.trim()
      if (!isEmail(newEmail)) throw new AppError('EMAIL_INVALID')
      const oldEmail = await session.email(caller)
      if (oldEmail === null || (await session.login(caller)) !== null) throw new AppError('NOT_ENABLED')
      if (oldEmail.toLowerCase() === newEmail.toLowerCase()) throw new AppError('EMAIL_UNCHANGED')
      const { userId } = caller
      change = { page, userId, oldEmail, newEmail, changeId: null, oldProved: null, newProved: null }
    },
    addresses(caller) {
      const { oldEmail, newEmail } = changeOf(caller)
      return { oldEmail, newEmail }
    },
    async mailOld(caller) {
      const mine = changeOf(caller)
      const { page, oldEmail: email, newEmail } = mine
      const asked = { projectId: page.projectId, dappOrigin: page.origin, email, newEmail }
      const { changeId, resendInSeconds } = await api('startEmailChange', asked)
      mine.changeId = changeId
      mine.oldProved = null
      return resendInSeconds
    },
    proveOld: (caller, code) =>
      inTurn(async () => {
        const mine = changeOf(caller)
        if (mine.changeId === null) throw new AppError('OTP_EXPIRED')
        mine.oldProved ??= await api('proveOldEmail', { changeId: mine.changeId, code })
        try {
          await prepare(caller, mine)
        } catch (error) {
          if (!isAppError(error, 'STEP_UP_REQUIRED')) throw error
          mine.changeId = null
          throw new AppError('OTP_EXPIRED', { cause: error })
        }
      }),
    proveNew: (caller, code, appearance) =>
      inTurn(async () => {
        const mine = changeOf(caller)
        if (mine.changeId === null || mine.oldProved === null) throw new AppError('OTP_EXPIRED')
        mine.newProved ??= await api('proveNewEmail', { changeId: mine.changeId, code })
        const { statement } = mine.newProved
        const { email } = await session.call(caller, 'finishEmailChange', { statement })
        await session.renameEmail(caller, email)
        await rotate(caller, mine, appearance).catch(() => undefined)
        if (change === mine) change = null
        return email
      }),
  }
}
