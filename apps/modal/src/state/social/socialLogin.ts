import { AppError, isAppError } from '@latchkey/protocol'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import type { SocialProvider } from '../../Modal.ts'
import { isTurnedOff } from '../../remote-config/features.ts'
import { servicesAtom } from '../../services.ts'
import { raiseAlertAtom } from '../alerts.ts'
import { announceAtom } from '../announcement.ts'
import { cancelLoginAtom } from '../emailLogin.ts'
import { beginLogin, endLoginAtom, openAccount, tellFailure } from '../login.ts'
import { backAtom, isOpenAtom, pushAtom, routeAtom } from '../route.ts'
import type { SocialLogin, SocialStep } from './SocialStep.ts'
import { stepTitle } from './stepWords.ts'

const base = atom<SocialLogin>({ status: 'idle' })
/** The user has signed in at the provider: only the account is still missing. */
const isProved = atom(false)

export const socialLoginAtom = atom((get) => get(base))
/** The provider whose sign-in is proved but has no account yet. */
export const provedAtom = atom((get) => {
  const login = get(base)
  return get(isProved) && login.status !== 'idle' ? login.provider : null
})

/** Runs the user's sign-in at the provider. Resolves when the wallet accepts it; throws AppErrors only. */
export type Proof = (step: (next: SocialStep) => void, signal: AbortSignal) => Promise<void>

/**
 * Runs a sign-in, in its own view; without a proof only the rest: fetching the account. Never throws: the result is in `socialLoginAtom`.
 */
export async function runSocialLogin(
  get: Getter,
  set: Setter,
  provider: SocialProvider,
  prove: Proof | null,
): Promise<void> {
  const view = provider === 'farcaster' ? 'ConnectingFarcaster' : 'ConnectingSocial'
  set(cancelLoginAtom)
  const signal = beginLogin(set, view, loginProviders[provider].name)
  signal.addEventListener('abort', () => set(base, { status: 'idle' }))
  // Results after another sign-in has started, or after the user has left, are ignored.
  const step = (next: SocialStep): void => {
    if (signal.aborted) return
    set(base, { ...next, provider })
    set(announceAtom, stepTitle(next, provider))
  }
  if (prove !== null) get(servicesAtom).hub.events.emit({ type: 'SIGN_IN_STARTED', method: provider, wallet: null })
  set(isProved, prove === null)
  step({ status: prove === null ? 'opening' : 'starting' })
  if (get(isOpenAtom)) set(pushAtom, { view })
  try {
    await prove?.(step, signal)
    if (signal.aborted) return
    set(isProved, true)
    step({ status: 'opening' })
    await openAccount(get, set, provider, signal)
  } catch (thrown) {
    const error = AppError.from(thrown)
    if (!signal.aborted) tellFailure(get, provider, get(isProved) ? 'account' : 'proof', error)
    // They have left the wallet's own question: back to where they chose.
    if (!signal.aborted && isAppError(error, 'USER_REJECTED')) {
      set(endLoginAtom)
      if (get(routeAtom).view === view) set(backAtom)
      return
    }
    step({ status: 'failed', error })
    if (isAppError(error, 'NOT_ENABLED') && !isTurnedOff(get, provider))
      set(raiseAlertAtom, 'APKT012', { provider, apiUrl: get(servicesAtom).settings.apiUrl })
  }
}
