import type { WalletRecord } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import type { Caller } from '../../session/Caller.ts'
import { createDeviceCalls, createPermissionCalls, openAuditTrail } from './accountCalls.ts'
import { changeEmail } from './changeEmail.ts'
import { createSignInCalls, signedOut } from './createSignInCalls.ts'
import { createStepUpPrompt } from './createStepUpPrompt.ts'
import { createSecretCalls } from './keys/createSecretCalls.ts'
import { createLoginCalls } from './logins/createLoginCalls.ts'
import type { AccountContext, Person, Settings, SettingsDeps, SettingsLine, SettingsState } from './Settings.ts'

/** Creates the settings page's model, without its views. */
export const createSettings = (deps: SettingsDeps): Settings & SettingsLine => {
  const { page, session, stepUp, providers, stage } = deps
  let state: SettingsState = { kind: 'opening' }
  const subscribers = new Set<() => void>()
  const show = (next: SettingsState): void => {
    state = next
    for (const notify of subscribers) notify()
  }
  const stepUpPrompt = stepUpPromptOf(deps)

  const callerNow = (): Caller => {
    if (state.kind !== 'open') throw new AppError('UNAUTHORIZED')
    return state.person.caller
  }
  const enter = async (caller: Caller): Promise<void> =>
    show({ kind: 'open', person: await readPerson(session, caller) })
  /** Keeps users from signing in until the last session's data is deleted: the deletion would affect the new session too. */
  const leave = async (because: 'everywhere' | null, known?: WalletRecord | null): Promise<void> => {
    stepUp.forget()
    show({ kind: 'opening' })
    try {
      await session.signOut(page, known)
    } catch (error) {
      await open()
      throw error
    }
    show(signedOut(because))
  }

  const open = async (): Promise<void> => {
    show({ kind: 'opening' })
    try {
      const { kind } = await session.refresh()
      if (kind === 'signedOut') return show(signedOut())
      await enter(await session.caller(page))
    } catch (thrown) {
      const error = AppError.from(thrown)
      show(isAppError(error, 'UNAUTHORIZED') ? signedOut() : { kind: 'failed', error })
    }
  }

  const account: AccountContext = {
    callerNow,
    confirmed(why, work) {
      const caller = callerNow()
      return stepUpPrompt.run(caller, why, () => work(caller))
    },
    requireProof() {
      if (!stepUp.isConfirmed()) throw new AppError('STEP_UP_REQUIRED')
    },
    // Does not reopen an account that was locked or left meanwhile.
    async showAgain() {
      if (state.kind === 'open') await enter(state.person.caller)
    },
  }

  return {
    ...createDeviceCalls(deps, account, (wallet) => leave('everywhere', wallet)),
    ...createLoginCalls({ ...deps, stepUpPrompt }, account),
    ...createSecretCalls(deps, account),
    ...createPermissionCalls(deps, callerNow),
    ...createSignInCalls(deps, { show, enter }),
    state: () => state,
    subscribe(onChange) {
      subscribers.add(onChange)
      return () => subscribers.delete(onChange)
    },
    stepUpPrompt,
    open,
    confirmed: account.confirmed,
    providers,
    signOut: () => leave(null),
    async lock() {
      if (state.kind !== 'open') return
      stepUpPrompt.end()
      stepUp.forget()
      show({ kind: 'locked', name: nameOf(state.person) })
      await session.closeScreen().catch(() => undefined)
      await session.lock()
    },
    async holdings() {
      if (state.kind !== 'open') throw new AppError('UNAUTHORIZED')
      return await deps.holdings(state.person.wallet)
    },
    stage,
    auditTrail: (isWhole) => openAuditTrail(deps, account, isWhole),
    changeEmail: (newEmail) => changeEmail({ ...deps, stepUpPrompt }, account, newEmail),
    async lookAgain() {
      const { kind } = await session.refresh().catch(() => ({ kind: 'signedOut' }) as const)
      if (kind !== 'signedOut' && state.kind === 'signedOut' && state.step === null) await open()
    },
    ended(ending) {
      stepUpPrompt.end()
      stepUp.forget()
      if (state.kind === 'open' || state.kind === 'locked') show(signedOut(ending === 'expiry' ? 'expiry' : null))
    },
  }
}

/** Asks for a step-up with the user's sign-in method. */
const stepUpPromptOf = ({ session, stepUp, providerSteps, now }: SettingsDeps) =>
  createStepUpPrompt({
    stepUp,
    async atProvider(caller) {
      const login = await session.login(caller)
      return login === null ? null : providerSteps.confirm(caller, login.provider)
    },
    email: async (caller) => await session.email(caller),
    now,
  })

const readPerson = async (session: SettingsDeps['session'], caller: Caller): Promise<Person> => {
  const [email, login, wallet] = await Promise.all([
    session.email(caller),
    session.login(caller),
    session.wallet(caller),
  ])
  return { caller, email, login, wallet }
}

/** Returns the user's display name: their email, else their name at the provider. */
export const nameOf = ({ email, login }: Pick<Person, 'email' | 'login'>): string | null =>
  email ?? login?.userName ?? (login === null ? null : loginProviders[login.provider].name)
