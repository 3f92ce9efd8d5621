import type { LoginProvider } from '@latchkey/api-client'
import type { Appearance } from '@latchkey/vault-protocol'
import type { Page } from '../../../boundary/Page.ts'
import { createProviderStep, type ProviderStep } from '../../../login/createProviderStep.ts'
import type { SignInWindow } from '../../../login/openSignInWindow.ts'
import type { Caller } from '../../../session/Caller.ts'
import type { FarcasterAttemptDeps } from '../../../session/farcasterAttempt.ts'
import type { SignInQuestion } from '../../../session/foundAccount.ts'
import { type BegunAtProvider, startIdentityAttempt } from '../../../session/identityAttempt.ts'
import type { IdentityProof } from '../../../session/identityProof.ts'
import type { Session } from '../../../session/Session.ts'
import type { SocialAttemptDeps } from '../../../session/socialAttempt.ts'
import type { StepUp } from '../../../session/stepUp.ts'

/** The proofs that a user of the wallet's own page gives at a provider, one step each. */
export type ProviderSteps = {
  /** Signs in. `onFound`: as in `finishSocial`. */
  signIn(provider: LoginProvider, onFound: (found: SignInQuestion) => Promise<Caller>): ProviderStep<Caller>
  /** Confirms that it is still the same user. */
  confirm(caller: Caller, provider: LoginProvider): ProviderStep<void>
  /** Proves an identity to link as another login. */
  link(provider: LoginProvider): ProviderStep<IdentityProof>
}

export type ProviderStepsDeps = SocialAttemptDeps &
  FarcasterAttemptDeps & {
    page: Page
    session: Session
    stepUp: Pick<StepUp, 'confirmBy'>
    appearance: () => Appearance
    openWindow: () => SignInWindow
  }

export const createProviderSteps = (deps: ProviderStepsDeps): ProviderSteps => {
  const { page, session, stepUp, appearance, openWindow } = deps

  const beginLogin = async (
    provider: LoginProvider,
    onFound: (found: SignInQuestion) => Promise<Caller>,
  ): Promise<BegunAtProvider<Caller>> => {
    if (provider === 'farcaster') {
      const { url } = await session.startFarcaster(page, appearance)
      const finish = async (_: string, signal: AbortSignal) => {
        await session.finishFarcaster(signal)
        return await session.caller(page)
      }
      return { uri: url, comesBack: null, finish }
    }
    const { uri, attemptId, number } = await session.startSocial(page, provider)
    const finish = (handed: string, signal: AbortSignal) =>
      session.finishSocial(page, handed, { signal, appearance: appearance(), onFound })
    return { uri, comesBack: { attemptId, number }, finish }
  }

  return {
    signIn: (provider, onFound) =>
      createProviderStep({ provider, openWindow, begin: () => beginLogin(provider, onFound) }),
    confirm: (caller, provider) =>
      createProviderStep({
        provider,
        openWindow,
        async begin() {
          const begun = await startIdentityAttempt(deps, page, provider, 'confirmation')
          const finish = async (handed: string, signal: AbortSignal) =>
            await stepUp.confirmBy(caller, await begun.finish(handed, signal))
          return { ...begun, finish }
        },
      }),
    link: (provider) =>
      createProviderStep({ provider, openWindow, begin: () => startIdentityAttempt(deps, page, provider, 'link') }),
  }
}
