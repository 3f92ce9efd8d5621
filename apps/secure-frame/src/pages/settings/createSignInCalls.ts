import { AppError } from '@latchkey/protocol'
import { type CodeStep, createCodeStep } from '../../login/createCodeStep.ts'
import type { ProviderStep } from '../../login/createProviderStep.ts'
import { proveByEmail } from '../../login/proveByEmail.ts'
import type { Caller } from '../../session/Caller.ts'
import type { SignInQuestion } from '../../session/foundAccount.ts'
import type { Settings, SettingsDeps, SettingsState } from './Settings.ts'

type SignInCallsDeps = Pick<SettingsDeps, 'page' | 'session' | 'providerSteps' | 'openWindow' | 'appearance' | 'now'>
type SignInCalls = Pick<Settings, 'signIn' | 'signInAt' | 'leaveSignIn'>
type Screen = {
  show(state: SettingsState): void
  /** Shows the account of a user who has signed in. */
  enter(caller: Caller): Promise<void>
}

/** The state in which no one is signed in. `because`: why an earlier session ended. */
export const signedOut = (because: 'expiry' | 'everywhere' | null = null): SettingsState => ({
  kind: 'signedOut',
  step: null,
  because,
})

/** Returns the page's calls before the user is signed in. */
export const createSignInCalls = (deps: SignInCallsDeps, { show, enter }: Screen): SignInCalls => {
  const { page, session, providerSteps, openWindow, appearance, now } = deps
  /** Ends the sign-in that is before the user. */
  let signingIn = new AbortController()

  /** Puts a sign-in by this step before the user. */
  const signInBy = (step: CodeStep | ProviderStep<Caller>): void => {
    signingIn.abort(new AppError('ABORTED'))
    signingIn = new AbortController()
    const { signal } = signingIn
    show({ kind: 'signedOut', step, because: null })
    step
      .wait(signal)
      .then(enter)
      .catch((thrown: unknown) => {
        // A user who left for another address has another step by now, or none.
        if (!signal.aborted) show({ kind: 'failed', error: AppError.from(thrown) })
      })
  }

  /** Asks a sign-in's question before it ends. */
  const ask = async (found: SignInQuestion): Promise<Caller> => {
    // Loaded on demand: few sign-ins need it.
    const { createFoundStep } = await import('../../login/createFoundStep.ts')
    const asked = createFoundStep({ found, openWindow, appearance, now })
    show({ kind: 'signedOut', step: null, found: asked, because: null })
    return await asked.wait(signingIn.signal)
  }

  return {
    signIn(email) {
      const proving = proveByEmail(session, page, email, appearance, ask)
      const step = createCodeStep({ email, proving, now })
      signInBy(step)
      void step.send()
    },
    signInAt(provider) {
      const step = providerSteps.signIn(provider, ask)
      signInBy(step)
      step.start()
    },
    leaveSignIn() {
      signingIn.abort(new AppError('USER_REJECTED'))
      show(signedOut())
    },
  }
}
