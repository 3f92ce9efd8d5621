import { t } from '@latchkey/copy/modal'
import { AppError, isAppError, isEmail } from '@latchkey/protocol'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { isTurnedOff } from '../remote-config/features.ts'
import { servicesAtom } from '../services.ts'
import { raiseAlertAtom } from './alerts.ts'
import { announceAtom } from './announcement.ts'
import { announceErrorAtom } from './errorCopy.ts'
import { beginLogin, endLoginAtom, openAccount, tellFailure } from './login.ts'
import { retryAt } from './retryAt.ts'
import { backAtom, pushAtom, routeAtom } from './route.ts'
import { askWallet, connectWallet, syncTheme, takeFailure } from './wallet.ts'

/**
 * The state of an email sign-in. `wallet`: the user proves the email, or consents to this site, in the wallet's own document, and none of
 * their input passes through here. `opening`: they are signed in, and the account is being fetched; that may be retried separately.
 */
export type EmailLogin = {
  step: 'email' | 'sending' | 'wallet' | 'opening'
  /** As it was sent or last tried, or typed before the field's view was loaded. */
  email: string
  error: AppError | null
  /** When the wallet may be asked again, if it returned a wait; milliseconds since 1970. */
  retryAtMs: number
}

const start: EmailLogin = { step: 'email', email: '', error: null, retryAtMs: 0 }
const base = atom<EmailLogin>(start)
/** The wallet has the theme, and the screen. */
const isReady = atom(false)

export const emailLoginAtom = atom((get) => get(base))

/** Whether the user sees the wallet's own document. */
export const isLoginFrameShownAtom = atom((get) => {
  const { step, error } = get(base)
  return get(isReady) && step === 'wallet' && error === null && get(routeAtom).view === 'EmailLogin'
})

/** Runs a step; its result or error is ignored after another one has started, or after `cancelLoginAtom`. */
async function runStep(
  get: Getter,
  set: Setter,
  begin: Partial<EmailLogin>,
  act: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const signal = beginLogin(set, null)
  set(base, { ...get(base), error: null, ...begin })
  try {
    await act(signal)
  } catch (thrown) {
    if (signal.aborted) return
    const error = AppError.from(thrown)
    const { step, email, retryAtMs } = get(base)
    const failed = { sending: 'email', email: 'email', wallet: 'proof', opening: 'account' } as const
    tellFailure(get, 'email', failed[step], error)
    if (step === 'wallet' && isAppError(error, 'USER_REJECTED')) {
      set(base, { ...start, email })
      if (get(routeAtom).view === 'EmailLogin') set(backAtom)
      return
    }
    const next = step === 'sending' ? 'email' : step
    set(base, { ...get(base), step: next, error, retryAtMs: Math.max(retryAtMs, retryAt(get, error)) })
    void set(announceErrorAtom, error)
  }
}

/** Returns false when the user is signed in under that email already, so that nothing has to be proved. */
async function sendEmail(get: Getter, set: Setter, email: string): Promise<boolean> {
  const { action } = await askWallet(get, set, 'CONNECT_EMAIL', { email })
  if (action === 'CONNECT') return false
  // A wallet of this profile keeps device links between itself and the user.
  if (action === 'VERIFY_DEVICE') throw new AppError('WALLET_INVALID_RESPONSE')
  return true
}

/**
 * Lets the user prove the email in the wallet, over the modal's body. The theme goes first: a wallet that doesn't answer it isn't shown
 * (wire protocol, section 3).
 */
async function prove(get: Getter, set: Setter, signal: AbortSignal): Promise<void> {
  set(isReady, false)
  const client = await connectWallet(get, set)
  try {
    const message = await get(servicesAtom).proof?.prepare(get, set, true)
    await syncTheme(get, client, signal)
    set(isReady, true)
    await client.request('CONNECT_OTP', message, { signal })
  } catch (thrown) {
    throw signal.aborted ? thrown : takeFailure(get, set, 'CONNECT_OTP', thrown)
  }
}

async function finish(get: Getter, set: Setter, signal: AbortSignal): Promise<void> {
  set(base, { ...get(base), step: 'opening' })
  await openAccount(get, set, 'email', signal)
  if (!signal.aborted) set(base, start)
}

const runLogin = (get: Getter, set: Setter, email: string): Promise<void> =>
  runStep(get, set, { ...start, step: 'sending', email }, async (signal) => {
    const mustProve = await sendEmail(get, set, email)
    if (signal.aborted) return
    if (mustProve) {
      set(base, { ...get(base), step: 'wallet' })
      set(announceAtom, t('said.wallet'))
      set(pushAtom, { view: 'EmailLogin' })
      await prove(get, set, signal)
    }
    if (!signal.aborted) await finish(get, set, signal)
  })

/** Sets the input from before the view was loaded. */
export const draftEmailAtom = atom(null, (get, set, email: string) => set(base, { ...get(base), email }))

/** Starts a sign-in. An invalid address is reported to the user and the developer (APKTW002), and nothing is sent. */
export const submitEmailAtom = atom(null, async (get, set, typed: string) => {
  const email = typed.trim()
  if (get(base).step === 'sending') return
  if (!isEmail(email)) {
    set(raiseAlertAtom, 'APKTW002')
    set(base, { ...start, email, error: new AppError('EMAIL_INVALID') })
    return
  }
  if (isTurnedOff(get, 'email')) {
    set(base, { ...start, email, error: new AppError('NOT_ENABLED') })
    return
  }
  get(servicesAtom).hub.events.emit({ type: 'SIGN_IN_STARTED', method: 'email', wallet: null })
  await runLogin(get, set, email)
})

/** Retries what failed after the wallet: fetches the account again, or starts again with the same email. */
export const retryLoginAtom = atom(null, (get, set) => {
  const { step, email } = get(base)
  return step === 'opening' ? runStep(get, set, {}, (signal) => finish(get, set, signal)) : runLogin(get, set, email)
})

/** Another email: returns to the field, with its input. */
export const changeEmailAtom = atom(null, (get, set) => {
  set(cancelLoginAtom)
  if (get(routeAtom).view === 'EmailLogin') set(backAtom)
})

/** Cancels anything pending, and notifies the wallet. A mailed code stays valid there. */
export const cancelLoginAtom = atom(null, (get, set) => {
  set(endLoginAtom)
  set(base, { ...start, email: get(base).email })
})

/** The user types: messages about the last try are cleared. */
export const clearLoginErrorAtom = atom(null, (get, set) => {
  if (get(base).error !== null) set(base, { ...get(base), error: null })
})
