import { AppError, isAppError, isEmail } from '@latchkey/protocol'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { errorWords } from '../words/errorWords.ts'
import { say } from '../words/say.ts'
import { raiseAlertAtom } from './alerts.ts'
import { announceAtom } from './announcement.ts'
import { loadUser, takeAccountAtom } from './connection.ts'
import { activeNetworkIdAtom, isUnsupportedAtom } from './networks.ts'
import { backAtom, hideAtom, pushAtom, replaceAtom, routeAtom } from './route.ts'
import { servicesAtom } from './services.ts'
import { showToastAtom } from './toast.ts'
import { askWallet } from './wallet.ts'

const resendDelayMs = 30_000

/**
 * Where a login by email stands. `code`: a code was mailed to `email`. `opening`: the code was right, the account is
 * being fetched; that may be tried again without a new code.
 */
export type EmailLogin = {
  step: 'email' | 'sending' | 'code' | 'verifying' | 'opening'
  /** As it was sent, or last tried. */
  email: string
  error: AppError | null
  /** When another code may be asked for; milliseconds since 1970. */
  resendAtMs: number
  isResending: boolean
}

const start: EmailLogin = { step: 'email', email: '', error: null, resendAtMs: 0, isResending: false }
const base = atom<EmailLogin>(start)
const serial = atom(0)

export const emailLoginAtom = atom((get) => get(base))

/** Something is under way that a slip of the finger should not end. */
export const isVerifyingAtom = atom((get) => ['verifying', 'opening'].includes(get(base).step))

/** Run a step; what a step returns or throws after another one began, or after `cancelLoginAtom`, is of no interest. */
async function runStep(
  get: Getter,
  set: Setter,
  begin: Partial<EmailLogin>,
  act: (isCurrent: () => boolean) => Promise<void>,
) {
  const id = get(serial) + 1
  set(serial, id)
  const isCurrent = () => get(serial) === id
  const before = get(base).step
  set(base, { ...get(base), error: null, ...begin })
  try {
    await act(isCurrent)
  } catch (thrown) {
    if (!isCurrent()) return
    const error = AppError.from(thrown)
    const step = get(base).step
    const failedIn = step === 'verifying' ? 'code' : step === 'sending' ? before : step
    set(base, { ...get(base), step: failedIn, error, isResending: false, ...throttle(get, error) })
    set(announceAtom, errorWords(error))
  }
}

/** A server that says how long to wait is believed. */
const throttle = (get: Getter, error: AppError): Partial<EmailLogin> => {
  const { seconds } = error.details
  return isAppError(error, 'RATE_LIMITED') && typeof seconds === 'number'
    ? { resendAtMs: get(servicesAtom).clock.now() + seconds * 1000 }
    : {}
}

/** Mail a code. Returns false when the wallet still has an open session for that email and needs none. */
async function sendCode(get: Getter, set: Setter, email: string): Promise<boolean> {
  const { action } = await askWallet(get, set, 'CONNECT_EMAIL', { email })
  if (action === 'CONNECT') return false
  // Device links are off in every wallet that this client is released with.
  if (action === 'VERIFY_DEVICE') throw new AppError('NOT_ENABLED')
  return true
}

/** Fetch the account and leave: to the site, or to where the network can be changed. */
async function finish(get: Getter, set: Setter, isCurrent: () => boolean) {
  set(base, { ...get(base), step: 'opening' })
  const user = await loadUser(get, set, get(activeNetworkIdAtom))
  if (!isCurrent()) return
  set(takeAccountAtom, user)
  set(base, start)
  set(announceAtom, say('said.connected'))
  if (get(isUnsupportedAtom)) set(replaceAtom, { view: 'UnsupportedChain' })
  else set(hideAtom)
}

/** Begin a login. An invalid address is told to visitor and developer (APKTW002), and nothing is sent. */
export const submitEmailAtom = atom(null, async (get, set, typed: string) => {
  const email = typed.trim()
  const { clock } = get(servicesAtom)
  const login = get(base)
  if (login.step === 'sending') return
  if (!isEmail(email)) {
    set(raiseAlertAtom, 'APKTW002')
    set(base, { ...start, email, error: new AppError('EMAIL_INVALID') })
    return
  }
  // Back from the code and on again: the code that was mailed is still good.
  if (login.step === 'code' && login.email === email && login.resendAtMs > clock.now()) {
    set(pushAtom, { view: 'EmailLogin' })
    return
  }
  await runStep(get, set, { ...start, step: 'sending', email }, async (isCurrent) => {
    const isMailed = await sendCode(get, set, email)
    if (!isCurrent()) return
    if (!isMailed) return finish(get, set, isCurrent)
    set(base, { ...get(base), step: 'code', resendAtMs: clock.now() + resendDelayMs })
    set(announceAtom, say('said.codeSent'))
    set(pushAtom, { view: 'EmailLogin' })
  })
})

/** Mail another code to the same address. The server keeps the 30 s between two. */
export const resendCodeAtom = atom(null, async (get, set) => {
  const { clock } = get(servicesAtom)
  const { email, step } = get(base)
  if (step !== 'code') return
  await runStep(get, set, { isResending: true }, async (isCurrent) => {
    const isMailed = await sendCode(get, set, email)
    if (!isCurrent()) return
    if (!isMailed) return finish(get, set, isCurrent)
    set(base, { ...get(base), isResending: false, resendAtMs: clock.now() + resendDelayMs })
    set(showToastAtom, { variant: 'success', message: say('code.resent') })
    set(announceAtom, say('code.resent'))
  })
})

/** Prove the email with the code. */
export const submitCodeAtom = atom(null, async (get, set, otp: string) => {
  if (get(base).step !== 'code') return
  await runStep(get, set, { step: 'verifying', isResending: false }, async (isCurrent) => {
    set(announceAtom, say('said.connecting'))
    await askWallet(get, set, 'CONNECT_OTP', { otp })
    if (isCurrent()) await finish(get, set, isCurrent)
  })
})

/** The code was right but the account did not come: fetch it again. */
export const retryOpeningAtom = atom(null, (get, set) =>
  runStep(get, set, { step: 'opening' }, (isCurrent) => finish(get, set, isCurrent)),
)

/** Another email: back to the field, with what was typed. */
export const changeEmailAtom = atom(null, (get, set) => {
  set(cancelLoginAtom)
  if (get(routeAtom).view === 'EmailLogin') set(backAtom)
})

/** Whatever is under way no longer matters. A code that was mailed stays good; an answer that still comes is dropped. */
export const cancelLoginAtom = atom(null, (get, set) => {
  const login = get(base)
  set(serial, get(serial) + 1)
  const hasCode = login.step === 'code' || login.step === 'verifying'
  set(base, { ...login, step: hasCode ? 'code' : 'email', error: null, isResending: false })
})

/** The visitor types: what was said about the last try is out of date. */
export const clearLoginErrorAtom = atom(null, (get, set) => {
  if (get(base).error !== null) set(base, { ...get(base), error: null })
})
