import type { EndpointResponse, WalletRecord } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol'
import type { Page } from '../../boundary/Page.ts'
import { type CodeStep, createCodeStep } from '../../login/createCodeStep.ts'
import { proveByEmail } from '../../login/proveByEmail.ts'
import type { Caller } from '../../session/Caller.ts'
import type { EmailChange } from '../../session/emailChange.ts'
import type { Session } from '../../session/Session.ts'
import type { StepUp } from '../../session/stepUp.ts'
import type { Appearance } from '../../vault/appearance.ts'
import type { VaultStage } from '../../vault/client/createVaultStage.ts'
import type { WalletChange } from '../../vault/vaultMethods.ts'
import { type AuditTrail, createAuditTrail } from './activity/createAuditTrail.ts'
import { type Confirming, createConfirming } from './createConfirming.ts'

/** Who is signed in, as far as the page shows it. */
export type Person = { readonly caller: Caller; readonly email: string | null; readonly wallet: WalletRecord }

export type SettingsState =
  /** It is being looked who is signed in. */
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; readonly error: AppError }
  /** `step` once an email was given; `because` says what ended a session that there was. */
  | { readonly kind: 'signedOut'; readonly step: CodeStep | null; readonly because: 'expiry' | 'everywhere' | null }
  | { readonly kind: 'locked'; readonly email: string | null }
  | { readonly kind: 'open'; readonly person: Person }

export type RecoveryKind = WalletRecord['recovery']['kind']
export type ImportKind = Extract<WalletChange, { kind: 'import' }>['from']
export type Device = EndpointResponse<'listDevices'>['devices'][number]

/** What the page can do; views call nothing else. Calls fail as the rows of the api do, and with USER_REJECTED. */
export type Settings = {
  state(): SettingsState
  subscribe(onChange: () => void): () => void
  /** The question for a code that may be before the person. */
  readonly confirming: Pick<Confirming, 'current' | 'subscribe'>
  /** Look who is signed in, for the first time or again. Never fails: the state says how it went. */
  open(): Promise<void>
  /** Have a code mailed to whoever wants to sign in. */
  signIn(email: string): void
  /** Use another address. */
  leaveSignIn(): void
  signOut(): Promise<void>
  /** Keys leave memory, and nothing of the account is shown until the person comes back. */
  lock(): Promise<void>
  devices(): Promise<readonly Device[]>
  renameDevice(deviceId: string, name: string): Promise<void>
  /** Asks for a code when the last one is too old. */
  revokeDevices(deviceIds: readonly string[]): Promise<void>
  /** Of this device too. Asks for a code when the last one is too old. */
  signOutEverywhere(): Promise<void>
  /**
   * Another email for the account: a code from each address is asked for, one after the other. Every other device is then
   * signed out. Fails with EMAIL_INVALID, EMAIL_UNCHANGED, EMAIL_IN_USE beside the others.
   */
  changeEmail(newEmail: string): Promise<void>
  /** Another way of recovery, or the same one anew. The vault asks the person for what it takes; a code is asked for first. */
  changeRecovery(to: RecoveryKind): Promise<void>
  /** Another account beside those that there are. The vault asks the person for its key; a code is asked for first. */
  importAccount(from: ImportKind): Promise<void>
  /** The vault shows the person their words and keys. Asks for a code when the last one is too old. */
  showKeys(): Promise<void>
  /** A file that opens without any service. The vault asks for its passphrase; a code is asked for when the last one is too old. */
  makeRecoveryFile(): Promise<Uint8Array<ArrayBuffer>>
  /** Where the vault shows what it asks. */
  readonly stage: Pick<VaultStage, 'screen' | 'subscribe' | 'showOver'>
  /** What happened to the account, as the api tells it; with custody's own log too when `isWhole`, for which a code is asked. */
  auditTrail(isWhole: boolean): Promise<AuditTrail>
}

export type SettingsDeps = {
  page: Page
  session: Session
  stepUp: StepUp
  emailChange: EmailChange
  stage: VaultStage
  /** How the vault is to look. */
  appearance: () => Appearance
  /** Milliseconds since 1970. */
  now: () => number
}

/** What the document tells the page. */
export type SettingsLine = {
  /** The session is over. */
  ended(ending: 'signOut' | 'expiry'): void
  /** Another tab may have signed in or out. */
  lookAgain(): Promise<void>
}

/** The settings page without its looks. */
export const createSettings = (deps: SettingsDeps): Settings & SettingsLine => {
  const { page, session, stepUp, emailChange, stage, appearance, now } = deps
  let state: SettingsState = { kind: 'opening' }
  const subscribers = new Set<() => void>()
  const show = (next: SettingsState): void => {
    state = next
    for (const notify of subscribers) notify()
  }
  const nobody = (because: 'expiry' | 'everywhere' | null = null): SettingsState => ({
    kind: 'signedOut',
    step: null,
    because,
  })
  /** Ends the sign-in that is before the person. */
  let signingIn = new AbortController()
  const confirming = createConfirming({ stepUp, email: async (caller) => await session.email(caller), now })

  const callerNow = (): Caller => {
    if (state.kind !== 'open') throw new AppError('UNAUTHORIZED')
    return state.person.caller
  }
  const confirmed = <result>(why: string, work: (caller: Caller) => Promise<result>): Promise<result> => {
    const caller = callerNow()
    return confirming.run(caller, why, () => work(caller))
  }
  const enter = async (caller: Caller): Promise<void> => {
    const [email, wallet] = await Promise.all([session.email(caller), session.wallet(caller)])
    show({ kind: 'open', person: { caller, email, wallet } })
  }

  /** Asks for the code first: nobody should type a secret only to hear that a code is missing. */
  const change = async (why: string, what: WalletChange): Promise<void> => {
    await confirmed(why, async (caller) => {
      if (!stepUp.isConfirmed()) throw new AppError('STEP_UP_REQUIRED')
      await session.changeWallet(caller, what, { appearance: appearance(), callCustody: stepUp.callCustody })
    })
    // Who locked it or left meanwhile is not brought back.
    if (state.kind === 'open') await enter(state.person.caller)
  }

  /** Nobody can sign in again before all of the last one is gone: what is being forgotten would take the new one with it. */
  const leave = async (because: 'everywhere' | null): Promise<void> => {
    stepUp.forget()
    show({ kind: 'opening' })
    try {
      await session.signOut(page)
    } catch (error) {
      await open()
      throw error
    }
    show(nobody(because))
  }

  const open = async (): Promise<void> => {
    show({ kind: 'opening' })
    try {
      const { kind } = await session.refresh()
      if (kind === 'signedOut') return show(nobody())
      await enter(await session.caller(page))
    } catch (thrown) {
      const error = AppError.from(thrown)
      show(isAppError(error, 'UNAUTHORIZED') ? nobody() : { kind: 'failed', error })
    }
  }

  return {
    state: () => state,
    subscribe(onChange) {
      subscribers.add(onChange)
      return () => subscribers.delete(onChange)
    },
    confirming,
    open,
    signIn(email) {
      signingIn.abort(new AppError('ABORTED'))
      signingIn = new AbortController()
      const { signal } = signingIn
      const step = createCodeStep({ email, proving: proveByEmail(session, page, email, appearance), now })
      show({ kind: 'signedOut', step, because: null })
      step
        .wait(signal)
        .then(enter)
        .catch((thrown: unknown) => {
          // Whoever left for another address has another step by now, or none.
          if (!signal.aborted) show({ kind: 'failed', error: AppError.from(thrown) })
        })
      void step.send()
    },
    leaveSignIn() {
      signingIn.abort(new AppError('USER_REJECTED'))
      show(nobody())
    },
    signOut: () => leave(null),
    async lock() {
      if (state.kind !== 'open') return
      confirming.end()
      stepUp.forget()
      show({ kind: 'locked', email: state.person.email })
      await session.closeScreen().catch(() => undefined)
      await session.lock()
    },
    async devices() {
      return (await session.call(callerNow(), 'listDevices', {})).devices
    },
    async renameDevice(deviceId, name) {
      await session.call(callerNow(), 'renameDevice', { deviceId, name })
    },
    revokeDevices: (deviceIds) =>
      confirmed('Signing out a device takes a fresh code.', async (caller) => {
        for (const deviceId of deviceIds) await session.call(caller, 'revokeDevice', { deviceId })
      }),
    async signOutEverywhere() {
      await confirmed('Signing out everywhere takes a fresh code.', async (caller) => {
        await session.call(caller, 'endAllSessions', {})
      })
      await leave('everywhere')
    },
    stage,
    async changeEmail(newEmail) {
      const caller = callerNow()
      await emailChange.begin(page, caller, newEmail)
      const { oldEmail, newEmail: email } = emailChange.addresses(caller)
      const old = createCodeStep<void>({
        email: oldEmail,
        proving: {
          start: async () => ({ kind: 'code', resendInSeconds: await emailChange.mailOld(caller) }),
          finish: (code) => emailChange.proveOld(caller, code),
        },
        now,
      })
      void old.send()
      await confirming.prove('Step 1 of 2: a code from the address that you have now.', old)
      const next = createCodeStep<string>({
        email,
        proving: {
          // It was mailed when the first one was found right, and is mailed once.
          start: async () => ({ kind: 'code', resendInSeconds: null }),
          finish: (code) => emailChange.proveNew(caller, code, appearance()),
        },
        now,
      })
      void next.send()
      await confirming.prove('Step 2 of 2: a code from the new address. Your wallet then has it.', next)
      if (state.kind === 'open') await enter(caller)
    },
    changeRecovery: (to) => change('Another way of recovery takes a fresh code.', { kind: 'recovery', to }),
    importAccount: (from) => change('Importing an account takes a fresh code.', { kind: 'import', from }),
    async showKeys() {
      await confirmed('Showing your keys takes a fresh code.', (caller) =>
        session.revealKeys(caller, { appearance: appearance() }),
      )
    },
    makeRecoveryFile: () =>
      confirmed('A recovery file holds your keys. It takes a fresh code.', (caller) =>
        session.makeRecoveryFile(caller, { appearance: appearance() }),
      ),
    async auditTrail(isWhole) {
      const api = (before: number | undefined) => session.call(callerNow(), 'apiAuditLog', pageBefore(before))
      if (!isWhole) return createAuditTrail({ api })
      const custody = (before: number | undefined) =>
        confirmed('The second log is kept by the service that mails your codes. It opens with a fresh code.', () =>
          stepUp.callCustody('custodyAuditLog', pageBefore(before)),
        )
      // Asked for at once: a person who does not want to confirm keeps what is on screen.
      const first = await custody(undefined)
      return createAuditTrail({
        api,
        custody: async (before) => (before === undefined ? first : await custody(before)),
      })
    },
    async lookAgain() {
      const { kind } = await session.refresh().catch(() => ({ kind: 'signedOut' }) as const)
      if (kind !== 'signedOut' && state.kind === 'signedOut' && state.step === null) await open()
    },
    ended(ending) {
      confirming.end()
      stepUp.forget()
      if (state.kind === 'open' || state.kind === 'locked') show(nobody(ending === 'expiry' ? 'expiry' : null))
    },
  }
}

/** The most that one answer holds: exporting a log asks less often. */
const pageBefore = (before: number | undefined) => ({ limit: 100, ...(before === undefined ? {} : { before }) })
