import type { EndpointResponse } from '@latchkey/api-client'
import { AppError, catalogue, isAppError, isEmail } from '@latchkey/protocol'
import type { Appearance } from '@latchkey/vault-protocol'
import type { Page } from '../boundary/Page.ts'
import type { Caller } from './Caller.ts'
import type { CallApi, CallAuthorised } from './callApi.ts'
import type { Pause } from './createPause.ts'
import { createTurns } from './createTurns.ts'
import type { Session } from './Session.ts'
import type { SessionStore } from './sessionStore.ts'
import type { StoredItems } from './storedItems.ts'

/** Both addresses of a change, as the user may see them. */
type Addresses = { readonly oldEmail: string; readonly newEmail: string }

/** Changes an account's email, proved by a code from the current address and one from the new (custody design, section 3). */
export type EmailChange = {
  /**
   * Starts a change: nothing is mailed yet. A newer change replaces an older one. Fails with EMAIL_INVALID, EMAIL_UNCHANGED,
   * UNAUTHORIZED, NOT_ENABLED for an account without an email.
   */
  begin(page: Page, caller: Caller, newEmail: string): Promise<void>
  /** Returns this user's current change. Fails with OTP_EXPIRED when there is none. */
  addresses(caller: Caller): Addresses
  /**
   * Has a code mailed to the current address, for the first time or again; resolves with the seconds until another may be
   * requested. Fails with RATE_LIMITED, MAIL_FAILED, SERVICE_UNREACHABLE.
   */
  mailOld(caller: Caller): Promise<number>
  /**
   * Verifies the code of the current address; a second one is then mailed to the new address. Completed steps are kept: after
   * a failure, trying again continues from there. Fails with OTP_*, RATE_LIMITED, MAIL_FAILED, SESSION_EXPIRED,
   * SERVICE_UNREACHABLE.
   */
  proveOld(caller: Caller, code: string): Promise<void>
  /**
   * Returns the link that the API has mailed to the new address, which has to agree before its code counts; null where none is due.
   * Fails with OTP_EXPIRED when there is no change.
   */
  joinLink(caller: Caller): { expiresInSeconds: number } | null
  /** Waits until the new address has agreed, if it has to. Fails with LINK_INVALID when the link has ended, SESSION_EXPIRED. */
  agreement(caller: Caller, signal: AbortSignal): Promise<void>
  /**
   * Verifies the code of the new address; resolves with it once the account has it. Every other device is signed out, and the
   * wallet gets a new key, unless the user's input is needed and they decline or can't be asked: `appearance` is for that.
   * Fails with OTP_*, LINK_INVALID before the new address has agreed, EMAIL_IN_USE, MAIL_FAILED, SESSION_EXPIRED,
   * SERVICE_UNREACHABLE.
   */
  proveNew(caller: Caller, code: string, appearance?: Appearance): Promise<string>
}

export type EmailChangeDeps = {
  api: CallApi
  store: SessionStore
  pause: Pause
  session: Pick<Session, 'call' | 'email' | 'login' | 'renameEmail' | 'wallet' | 'changeWallet'>
}

/** One change, in memory only; custody binds it to the device key. No code is kept. */
type Change = Addresses & {
  readonly page: Page
  readonly userId: string
  changeId: string | null
  oldProved: EndpointResponse<'proveOldEmail'> | null
  newProved: EndpointResponse<'proveNewEmail'> | null
  join: (NonNullable<EndpointResponse<'prepareEmailChange'>['link']> & { isAgreed: boolean }) | null
}

export const createEmailChange = ({ api, store, pause, session }: EmailChangeDeps): EmailChange => {
  let change: Change | null = null
  /** One after the other: a code that is submitted twice must not be tried twice. */
  const inTurn = createTurns()

  const changeOf = ({ userId }: Caller): Change => {
    if (change?.userId !== userId) throw new AppError('OTP_EXPIRED')
    return change
  }

  /** The change that `finishLeftChange` finishes, should this document end before both services have the new address. */
  const leave = async (left: StoredItems['emailChange']): Promise<void> => {
    await store.update((items) => ({ ...items, emailChange: left ?? null }))
  }

  return {
    async begin(page, caller, text) {
      const newEmail = text.trim()
      if (!isEmail(newEmail)) throw new AppError('EMAIL_INVALID')
      const oldEmail = await session.email(caller)
      if (oldEmail === null || (await session.login(caller)) !== null) throw new AppError('NOT_ENABLED')
      if (oldEmail.toLowerCase() === newEmail.toLowerCase()) throw new AppError('EMAIL_UNCHANGED')
      const { userId } = caller
      change = { page, userId, oldEmail, newEmail, changeId: null, oldProved: null, newProved: null, join: null }
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
      mine.join = null
      return resendInSeconds
    },
    proveOld: (caller, code) =>
      inTurn(async () => {
        const mine = changeOf(caller)
        if (mine.changeId === null) throw new AppError('OTP_EXPIRED')
        mine.oldProved ??= await api('proveOldEmail', { changeId: mine.changeId, code })
        try {
          await prepare(session, caller, mine)
        } catch (error) {
          if (!isAppError(error, 'STEP_UP_REQUIRED')) throw error
          mine.changeId = null
          throw new AppError('OTP_EXPIRED', { cause: error })
        }
      }),
    joinLink(caller) {
      const { join } = changeOf(caller)
      return join === null || join.isAgreed ? null : { expiresInSeconds: join.expiresInSeconds }
    },
    async agreement(caller, signal) {
      for (;;) {
        const { join } = changeOf(caller)
        if (join === null || join.isAgreed) return
        const status = await statusOf(session, caller, join.changeId)
        if (status === 'over') throw new AppError('LINK_INVALID')
        if (status === 'approved') join.isAgreed = true
        else await pause(signal)
        signal.throwIfAborted()
      }
    },
    proveNew: (caller, code, appearance) =>
      inTurn(async () => {
        const mine = changeOf(caller)
        const { changeId, join } = mine
        if (changeId === null || mine.oldProved === null) throw new AppError('OTP_EXPIRED')
        // Before custody has changed anything: the API would not follow.
        if (join !== null && !join.isAgreed) throw new AppError('LINK_INVALID')
        await leave({ sessionId: caller.sessionId, changeId })
        mine.newProved ??= await api('proveNewEmail', { changeId, code })
        const { statement } = mine.newProved
        const { email, receipt } = await session.call(caller, 'finishEmailChange', { statement })
        // The API has stored another address, or claims to: the account does not have the address that the user typed.
        if (email !== mine.newEmail.toLowerCase()) throw new AppError('ACCOUNT_MISMATCH')
        await session.renameEmail(caller, email)
        // If this fails, custody receives it from the next document.
        await api('settleEmailChange', { receipt }).then(
          () => leave(null),
          () => undefined,
        )
        await rotate({ api, session }, caller, mine, appearance).catch(() => undefined)
        if (change === mine) change = null
        return email
      }),
  }
}

type ChangeSession = EmailChangeDeps['session']

/** Opens the step-up with custody's grant, once, and sends the new address to the API. */
const prepare = async (session: ChangeSession, caller: Caller, mine: Change): Promise<void> => {
  const { newEmail, oldProved } = mine
  if (oldProved === null) throw new AppError('OTP_EXPIRED')
  try {
    await session.call(caller, 'confirmSession', { apiGrant: oldProved.apiGrant })
  } catch (error) {
    // Used already, as the response was lost, or minutes old: the next call shows which, unless the session itself is over.
    if (!isAppError(error, 'SESSION_EXPIRED')) throw error
    await session.email(caller)
  }
  const { link } = await session.call(caller, 'prepareEmailChange', { newEmail })
  mine.join = link ? { ...link, isAgreed: false } : null
}

/** A new key retires shares on other devices and in older backups. The address has changed already, even if this fails. */
const rotate = async (
  { api, session }: Pick<EmailChangeDeps, 'api' | 'session'>,
  caller: Caller,
  { oldProved }: Change,
  appearance: Appearance | undefined,
): Promise<void> => {
  const accessToken = oldProved?.custodyToken
  if (accessToken === undefined) return
  const { recovery } = await session.wallet(caller)
  if (recovery.kind !== 'automatic' && appearance === undefined) return
  const callCustody: CallAuthorised = (name, request) => api(name, request, { accessToken })
  await session.changeWallet(caller, { kind: 'rotate' }, { appearance: appearance ?? { mode: 'dark' }, callCustody })
}

/** Returns whether the new address has agreed by the link mailed to it. */
const statusOf = async (session: ChangeSession, caller: Caller, changeId: string) => {
  try {
    return (await session.call(caller, 'emailChangeStatus', { changeId })).status
  } catch (error) {
    // The next poll comes soon.
    if (catalogue[AppError.from(error).name].retry) return 'waiting'
    throw error
  }
}
