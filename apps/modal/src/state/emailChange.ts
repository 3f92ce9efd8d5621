import { AppError, isAppError, isEmail } from '@latchkey/protocol'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { errorWords } from '../words/errorWords.ts'
import { say } from '../words/say.ts'
import { announceAtom } from './announcement.ts'
import { emailAtom } from './email.ts'
import { backAtom, routeAtom } from './route.ts'
import { servicesAtom } from './services.ts'
import { showToastAtom } from './toast.ts'
import { askWallet, connectWallet, syncTheme, takeFailure } from './wallet.ts'

/**
 * Where a change of email stands. `wallet`: the visitor types a code from each address in the wallet's own document, and
 * neither comes through here.
 */
export type EmailChange = {
  step: 'email' | 'sending' | 'wallet'
  /** As it was typed last. */
  email: string
  error: AppError | null
  /** When the wallet may be asked again, after it has said how long to wait; milliseconds since 1970. */
  retryAtMs: number
}

const start: EmailChange = { step: 'email', email: '', error: null, retryAtMs: 0 }
const base = atom<EmailChange>(start)
/** What cancels the change that is under way. */
const current = atom<AbortController | null>(null)
/** The wallet has the theme, and the screen. */
const isReady = atom(false)

export const emailChangeAtom = atom((get) => get(base))

/** Whether the wallet's own document is what the visitor sees. */
export const isChangeFrameShownAtom = atom(
  (get) => get(isReady) && get(base).step === 'wallet' && get(routeAtom).view === 'UpdateEmailWallet',
)

/** Both codes, over the modal's body. The theme goes first, as at a login. Resolves with the address of the account then. */
async function prove(
  get: Getter,
  set: Setter,
  action: 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP',
  signal: AbortSignal,
) {
  set(isReady, false)
  const client = await connectWallet(get, set)
  await syncTheme(get, client, signal)
  set(isReady, true)
  if (action === 'VERIFY_PRIMARY_OTP') await client.request('UPDATE_EMAIL_PRIMARY_OTP', undefined, { signal })
  return await client.request('UPDATE_EMAIL_SECONDARY_OTP', undefined, { signal })
}

/** Ask the wallet for another email. What is not one is told at once. */
export const submitNewEmailAtom = atom(null, async (get, set, typed: string) => {
  const email = typed.trim()
  if (get(base).step !== 'email') return
  if (!isEmail(email)) {
    set(base, { ...start, email, error: new AppError('EMAIL_INVALID') })
    return
  }
  const controller = new AbortController()
  const { signal } = controller
  set(current, controller)
  set(base, { ...start, step: 'sending', email })
  try {
    const { action } = await askWallet(get, set, 'UPDATE_EMAIL', { email })
    if (signal.aborted) return
    set(base, { ...start, step: 'wallet', email })
    set(announceAtom, say('said.wallet'))
    const { newEmail } = await prove(get, set, action, signal)
    if (signal.aborted) return
    set(emailAtom, newEmail)
    set(showToastAtom, { variant: 'success', message: say('email.changed') })
    set(leaveEmailChangeAtom)
  } catch (thrown) {
    if (!signal.aborted) fail(get, set, thrown)
  }
})

/** Back to the field, with what was typed. Who stops in the wallet has not failed. */
const fail = (get: Getter, set: Setter, thrown: unknown): void => {
  const { email, step } = get(base)
  const error = step === 'wallet' ? takeFailure(get, set, 'UPDATE_EMAIL', thrown) : AppError.from(thrown)
  if (isAppError(error, 'USER_REJECTED')) {
    set(base, { ...start, email })
    return
  }
  const { seconds } = error.details
  const isThrottled = isAppError(error, 'RATE_LIMITED') && typeof seconds === 'number'
  const retryAtMs = isThrottled ? get(servicesAtom).clock.now() + seconds * 1000 : 0
  set(base, { ...start, email, error, retryAtMs })
  set(announceAtom, errorWords(error))
}

/** Whatever is under way no longer matters, and the wallet is told. */
export const cancelEmailChangeAtom = atom(null, (get, set) => {
  get(current)?.abort()
  set(current, null)
  set(base, start)
})

/** Back to the account. */
export const leaveEmailChangeAtom = atom(null, (get, set) => {
  set(cancelEmailChangeAtom)
  if (get(routeAtom).view === 'UpdateEmailWallet') set(backAtom)
})

/** The visitor types: what was said about the last try is out of date. */
export const clearChangeErrorAtom = atom(null, (get, set) => {
  if (get(base).error !== null) set(base, { ...get(base), error: null })
})
