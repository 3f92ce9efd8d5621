import type { EndpointResponse, LoginProvider, WalletRecord } from '@latchkey/api-client'
import { t } from '@latchkey/copy/settings'
import { AppError, isAppError } from '@latchkey/protocol'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import type { Appearance, VaultStage, WalletChange } from '@latchkey/vault-protocol'
import type { Page } from '../../boundary/Page.ts'
import { type CodeStep, createCodeStep } from '../../login/createCodeStep.ts'
import type { FoundStep } from '../../login/createFoundStep.ts'
import type { ProviderStep } from '../../login/createProviderStep.ts'
import type { SignInWindow } from '../../login/openSignInWindow.ts'
import { proveByEmail } from '../../login/proveByEmail.ts'
import { proveNewEmail } from '../../login/proveNewEmail.ts'
import type { Caller } from '../../session/Caller.ts'
import type { EmailChange } from '../../session/emailChange.ts'
import type { SignInQuestion } from '../../session/foundAccount.ts'
import type { LoginAt } from '../../session/openAccount.ts'
import type { Session } from '../../session/Session.ts'
import type { StepUp } from '../../session/stepUp.ts'
import type { Holdings } from './account/Holdings.ts'
import { type AuditTrail, createAuditTrail } from './activity/createAuditTrail.ts'
import type { AllowanceList, ShownAllowance } from './allowances/openAllowances.ts'
import { type Confirming, createConfirming } from './createConfirming.ts'
import type { ProviderSteps } from './logins/createProviderSteps.ts'
import type { Permissions, ShownPermission } from './permissions/openPermissions.ts'

/** Who is signed in, as far as the page shows it. */
export type Person = {
  readonly caller: Caller
  readonly email: string | null
  /** The provider at which they have logged in; null when by email. */
  readonly login: LoginAt | null
  readonly wallet: WalletRecord
}

export type SettingsState =
  /** It is being looked who is signed in. */
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; readonly error: AppError }
  /** `step` once an email was given or a provider chosen; `because` says what ended a session that there was. */
  | {
      readonly kind: 'signedOut'
      readonly step: CodeStep | ProviderStep<Caller> | null
      /** In place of a step: the account that has the address of a login. */
      readonly found?: FoundStep
      readonly because: 'expiry' | 'everywhere' | null
    }
  | { readonly kind: 'locked'; readonly name: string | null }
  | { readonly kind: 'open'; readonly person: Person }

export type RecoveryKind = WalletRecord['recovery']['kind']
export type ImportKind = Extract<WalletChange, { kind: 'import' }>['from']
export type LinkedLogin = EndpointResponse<'listLogins'>['logins'][number]
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
  /** Who can be signed in with, in the order in which they are shown. */
  providers(): Promise<readonly LoginProvider[]>
  /** Have whoever wants to sign in prove it at a provider; in a click, for the window. */
  signInAt(provider: LoginProvider): void
  /** Does what a service may want a fresh proof of the user for, which is then asked for. Fails with USER_REJECTED when the user leaves. */
  confirmed<result>(why: string, work: (caller: Caller) => Promise<result>): Promise<result>
  /** Use another address, or another way. */
  leaveSignIn(): void
  signOut(): Promise<void>
  /** Keys leave memory, and nothing of the account is shown until the person comes back. */
  lock(): Promise<void>
  /** What all of the wallet's accounts hold. Fails as the endpoint `accountBalance`. */
  holdings(): Promise<Holdings>
  devices(): Promise<readonly Device[]>
  renameDevice(deviceId: string, name: string): Promise<void>
  /** Asks for a fresh proof when the last one is too old. */
  revokeDevices(deviceIds: readonly string[]): Promise<void>
  /** Of this device too. Asks for a code when the last one is too old. */
  signOutEverywhere(): Promise<void>
  /**
   * Another email for the account: a code from each address is asked for, one after the other. Every other device is then
   * signed out. Fails with EMAIL_INVALID, EMAIL_UNCHANGED, EMAIL_IN_USE beside the others.
   */
  changeEmail(newEmail: string): Promise<void>
  /** The accounts elsewhere with which the person signs in. */
  logins(): Promise<readonly LinkedLogin[]>
  /**
   * One more of them, by which nobody else signs in: a fresh proof of the person first, then one of that account. Fails with
   * IDENTITY_IN_USE beside the others.
   */
  linkLogin(provider: LoginProvider): Promise<void>
  /** One of them less. Asks for a fresh proof; may be repeated. Fails with LAST_LOGIN beside the others. */
  unlinkLogin(login: LinkedLogin): Promise<void>
  /** What the person's smart account lets sites do, newest first. */
  permissions(): Promise<readonly ShownPermission[]>
  /** Its end, put before the person as a page would. */
  revokePermission(permission: ShownPermission): Promise<void>
  /** What the user's accounts let others move of their tokens. Fails as the endpoint `accountAllowances`. */
  allowances(): Promise<AllowanceList>
  /** Its end, put before the user as a page would; `sent` when the network hasn't confirmed it within a minute. */
  endAllowance(allowance: ShownAllowance): Promise<'ended' | 'sent'>
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
  providerSteps: ProviderSteps
  /** Who is set up to be signed in with. */
  providers: Settings['providers']
  permissions: () => Promise<Permissions>
  holdings: (wallet: WalletRecord) => Promise<Holdings>
  stage: VaultStage
  openWindow: () => SignInWindow
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
  const { page, session, stepUp, emailChange, providerSteps, providers, permissions, stage, appearance, now } = deps
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
  const confirming = createConfirming({
    stepUp,
    async atProvider(caller) {
      const login = await session.login(caller)
      return login === null ? null : providerSteps.confirm(caller, login.provider)
    },
    email: async (caller) => await session.email(caller),
    now,
  })

  const callerNow = (): Caller => {
    if (state.kind !== 'open') throw new AppError('UNAUTHORIZED')
    return state.person.caller
  }
  const confirmed = <result>(why: string, work: (caller: Caller) => Promise<result>): Promise<result> => {
    const caller = callerNow()
    return confirming.run(caller, why, () => work(caller))
  }
  const enter = async (caller: Caller): Promise<void> => {
    const [email, login, wallet] = await Promise.all([
      session.email(caller),
      session.login(caller),
      session.wallet(caller),
    ])
    show({ kind: 'open', person: { caller, email, login, wallet } })
  }
  const mustBeConfirmed = (): void => {
    if (!stepUp.isConfirmed()) throw new AppError('STEP_UP_REQUIRED')
  }

  /** Asks for the proof first: nobody should type a secret only to hear that one is missing. */
  const change = async (why: string, what: WalletChange): Promise<void> => {
    await confirmed(why, async (caller) => {
      mustBeConfirmed()
      await session.changeWallet(caller, what, { appearance: appearance(), callCustody: stepUp.callCustody })
    })
    // Who locked it or left meanwhile is not brought back.
    if (state.kind === 'open') await enter(state.person.caller)
  }

  /** Nobody can sign in again before all of the last one is gone: what is being forgotten would take the new one with it. */
  const leave = async (because: 'everywhere' | null, known?: WalletRecord | null): Promise<void> => {
    stepUp.forget()
    show({ kind: 'opening' })
    try {
      await session.signOut(page, known)
    } catch (error) {
      await open()
      throw error
    }
    show(nobody(because))
  }

  /** Somebody signs in by this step, which is before them from now on. */
  const signInBy = (step: CodeStep | ProviderStep<Caller>): void => {
    signingIn.abort(new AppError('ABORTED'))
    signingIn = new AbortController()
    const { signal } = signingIn
    show({ kind: 'signedOut', step, because: null })
    step
      .wait(signal)
      .then(enter)
      .catch((thrown: unknown) => {
        // Whoever left for another address has another step by now, or none.
        if (!signal.aborted) show({ kind: 'failed', error: AppError.from(thrown) })
      })
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

  /** Asks what a sign-in has to ask before it ends. */
  const ask = async (found: SignInQuestion): Promise<Caller> => {
    const { openWindow } = deps
    // Few sign-ins come to it.
    const { createFoundStep } = await import('../../login/createFoundStep.ts')
    const asked = createFoundStep({ found, openWindow, appearance, now })
    show({ kind: 'signedOut', step: null, found: asked, because: null })
    return await asked.wait(signingIn.signal)
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
      const proving = proveByEmail(session, page, email, appearance, ask)
      const step = createCodeStep({ email, proving, now })
      signInBy(step)
      void step.send()
    },
    confirmed,
    providers,
    signInAt(provider) {
      const step = providerSteps.signIn(provider, ask)
      signInBy(step)
      step.start()
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
      show({ kind: 'locked', name: nameOf(state.person) })
      await session.closeScreen().catch(() => undefined)
      await session.lock()
    },
    async holdings() {
      if (state.kind !== 'open') throw new AppError('UNAUTHORIZED')
      return await deps.holdings(state.person.wallet)
    },
    async devices() {
      return (await session.call(callerNow(), 'listDevices', {})).devices
    },
    async renameDevice(deviceId, name) {
      await session.call(callerNow(), 'renameDevice', { deviceId, name })
    },
    revokeDevices: (deviceIds) =>
      confirmed(t('proof.revokeDevice'), async (caller) => {
        for (const deviceId of deviceIds) await session.revokeDevice(caller, deviceId)
      }),
    async signOutEverywhere() {
      const { wallet } = await confirmed(t('proof.signOutEverywhere'), async (caller) => {
        const known = await session.call(caller, 'getWallet', {})
        await session.call(caller, 'endAllSessions', {})
        return known
      })
      await leave('everywhere', wallet)
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
      await confirming.prove(t('proof.oldEmail'), old)
      const next = createCodeStep<string>({
        email,
        proving: proveNewEmail(emailChange, caller, appearance),
        now,
      })
      void next.send()
      await confirming.prove(t('proof.newEmail'), next)
      if (state.kind === 'open') await enter(caller)
    },
    async logins() {
      return (await session.call(callerNow(), 'listLogins', {})).logins
    },
    async linkLogin(provider) {
      const why = t('proof.addLogin', { provider: loginProviders[provider].name })
      await confirmed(why, async () => mustBeConfirmed())
      const then = t('proof.newLogin', { provider: loginProviders[provider].name })
      const proof = await confirming.prove(then, providerSteps.link(provider))
      const { apiGrant } = await confirmed(why, () => stepUp.callCustody('linkIdentity', proof))
      await confirmed(why, (caller) => session.call(caller, 'linkLogin', { apiGrant }))
    },
    unlinkLogin: ({ provider, issuer, subject }) =>
      confirmed(t('proof.removeLogin', { provider: loginProviders[provider].name }), async (caller) => {
        // Both services know it, and custody takes nothing but a fresh word of its own.
        mustBeConfirmed()
        const identity = { provider, issuer, subject }
        await session.call(caller, 'unlinkLogin', identity)
        await stepUp.callCustody('unlinkIdentity', identity)
      }),
    permissions: async () => (await permissions()).list(callerNow()),
    async revokePermission(permission) {
      callerNow()
      await (await permissions()).revoke(permission)
    },
    allowances: async () => (await permissions()).allowances(callerNow()),
    async endAllowance(allowance) {
      callerNow()
      return await (await permissions()).endAllowance(allowance)
    },
    changeRecovery: (to) => change(t('proof.recovery'), { kind: 'recovery', to }),
    importAccount: (from) => change(t('proof.import'), { kind: 'import', from }),
    async showKeys() {
      await confirmed(t('proof.showKeys'), (caller) => session.revealKeys(caller, { appearance: appearance() }))
    },
    makeRecoveryFile: () =>
      confirmed(t('proof.recoveryFile'), (caller) => session.makeRecoveryFile(caller, { appearance: appearance() })),
    async auditTrail(isWhole) {
      const api = (before: number | undefined) => session.call(callerNow(), 'apiAuditLog', pageBefore(before))
      if (!isWhole) return createAuditTrail({ api })
      const custody = (before: number | undefined) =>
        confirmed(t('proof.secondLog'), () => stepUp.callCustody('custodyAuditLog', pageBefore(before)))
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

/** What a person is shown as: their email, else what they are called where they sign in. */
export const nameOf = ({ email, login }: Pick<Person, 'email' | 'login'>): string | null =>
  email ?? login?.userName ?? (login === null ? null : loginProviders[login.provider].name)

/** The most that one answer holds: exporting a log asks less often. */
const pageBefore = (before: number | undefined) => ({ limit: 100, ...(before === undefined ? {} : { before }) })
