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
/** The visitor has proved who they are: only the account is still to come. */
const isProved = atom(false)

export const socialLoginAtom = atom((get) => get(base))
/** Whom is being logged in with, who has proved it and has no account yet. */
export const provedAtom = atom((get) => {
  const login = get(base)
  return get(isProved) && login.status !== 'idle' ? login.provider : null
})

/** How the visitor proves who they are. Resolves when the wallet believes it; throws AppErrors alone. */
export type Proof = (step: (next: SocialStep) => void, signal: AbortSignal) => Promise<void>

/**
 * Run a login, in a view of its own; without a proof what is left of one: fetching the account. Never throws: how it ended is
 * in `socialLoginAtom`.
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
  // Whatever comes after another login has begun, or after the visitor has left, is of no interest.
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
