import { t } from '@latchkey/copy/emailCapture'
import { AppError, isEmail } from '@latchkey/protocol'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import type { Capture } from '../remote-config/RemoteConfig.ts'
import { servicesAtom } from '../services.ts'
import { accountAtom } from '../state/accounts.ts'
import { afterConnectingAtom } from '../state/afterConnecting.ts'
import { raiseAlertAtom } from '../state/alerts.ts'
import { announceAtom } from '../state/announcement.ts'
import { captureAccountAtom, captureAtom, keepAnswerAtom, loadCaptureApi } from '../state/captureStep.ts'
import { announceErrorAtom } from '../state/errorCopy.ts'
import { failed } from '../state/failed.ts'
import { retryAt } from '../state/retryAt.ts'
import { viewAtom } from '../state/route.ts'
import { askWallet } from '../state/wallet.ts'

/** The number of addresses offered again on this device. */
const maxRecentEmails = 3

/** The state of providing an address. `own`: the verified address of the embedded wallet, which needs no code. */
export type DataCapture = {
  step: 'own' | 'sharing' | 'email' | 'sending' | 'code' | 'checking'
  email: string
  attemptId: string
  error: AppError | null
  /** When another mail may be requested; milliseconds since 1970. */
  retryAtMs: number
}

const start: DataCapture = { step: 'email', email: '', attemptId: '', error: null, retryAtMs: 0 }
/** Identifies the request: another one starts over. */
const kept = atom<{ of: Capture | null; state: DataCapture }>({ of: null, state: start })

/** The verified address of the embedded wallet's user, or null. */
export const ownEmailAtom = atom((get) => get(accountAtom)?.person?.email ?? null)

const base = atom(
  (get): DataCapture => {
    const { of, state } = get(kept)
    return of === get(captureAtom) ? state : { ...start, step: get(ownEmailAtom) === null ? 'email' : 'own' }
  },
  (get, set, state: DataCapture) => set(kept, { of: get(captureAtom), state }),
)
export const dataCaptureAtom = atom((get) => get(base))

const recent = atom<readonly string[] | null>(null)
/** Addresses that were given on this device, the last first. */
export const recentEmailsAtom = atom((get) => get(recent) ?? get(servicesAtom).storage.read('captured-emails') ?? [])
export const forgetRecentEmailsAtom = atom(null, (get, set) => {
  get(servicesAtom).storage.remove('captured-emails')
  set(recent, [])
  set(announceAtom, t('forgotten'))
})
const rememberEmail = (get: Getter, set: Setter, email: string): void => {
  const emails = [email, ...get(recentEmailsAtom).filter((other) => other !== email)].slice(0, maxRecentEmails)
  get(servicesAtom).storage.write('captured-emails', emails)
  set(recent, emails)
}

/** Runs a step. Its result is ignored after the view or the account has changed. */
async function run(get: Getter, set: Setter, begin: Partial<DataCapture>, act: () => Promise<void>): Promise<void> {
  const account = get(captureAccountAtom)?.kept
  const before = get(base).step
  set(base, { ...get(base), error: null, ...begin })
  try {
    await act()
  } catch (thrown) {
    if (get(viewAtom) !== 'DataCapture' || get(captureAccountAtom)?.kept !== account) return
    const error = failed(get, 'emailCapture', thrown)
    set(base, { ...get(base), step: before, error, retryAtMs: Math.max(get(base).retryAtMs, retryAt(get, error)) })
    void set(announceErrorAtom, error)
  }
}

const finish = async (get: Getter, set: Setter, email: string): Promise<void> => {
  rememberEmail(get, set, email)
  set(keepAnswerAtom, 'given')
  set(announceAtom, t('said.given'))
  await set(afterConnectingAtom)
}

/** Mail a code to the address. */
export const submitCaptureEmailAtom = atom(null, async (get, set, typed: string): Promise<void> => {
  const [email, capture, account] = [typed.trim(), get(captureAtom), get(captureAccountAtom)]
  if (capture === null || account === null || get(base).step === 'sending') return
  if (!isEmail(email)) {
    const error = new AppError('EMAIL_INVALID')
    set(raiseAlertAtom, 'APKTW002')
    set(base, { ...get(base), email, error })
    return set(announceErrorAtom, error)
  }
  await run(get, set, { step: 'sending', email }, async () => {
    const api = await loadCaptureApi(get, set)
    const { purpose } = capture
    const { attemptId, resendInSeconds } = await api.start({ account: account.caip10, purpose, email })
    const retryAtMs = get(servicesAtom).clock.now() + resendInSeconds * 1000
    set(base, { ...get(base), step: 'code', attemptId, error: null, retryAtMs })
    set(announceAtom, t('said.mailed'))
  })
})

/** Provides the address, with the code that was mailed to it. */
export const submitCaptureCodeAtom = atom(null, async (get, set, code: string): Promise<void> => {
  const { step, attemptId, email } = get(base)
  if (step !== 'code') return
  await run(get, set, { step: 'checking' }, async () => {
    const api = await loadCaptureApi(get, set)
    await api.confirm(attemptId, code)
    await finish(get, set, email)
  })
})

/** Mail another code to the same address. */
export const resendCaptureCodeAtom = atom(null, (get, set) => set(submitCaptureEmailAtom, get(base).email))

/** Provides the verified address of the embedded wallet. */
export const shareOwnEmailAtom = atom(null, async (get, set): Promise<void> => {
  const [capture, email] = [get(captureAtom), get(ownEmailAtom)]
  if (capture === null || email === null || get(base).step !== 'own') return
  await run(get, set, { step: 'sharing' }, async () => {
    await askWallet(get, set, 'SHARE_EMAIL', { purpose: capture.purpose })
    await finish(get, set, email)
  })
})

/** Another address than the one that was typed, or than the embedded wallet's. */
export const changeCaptureEmailAtom = atom(null, (get, set) => set(base, { ...start, email: get(base).email }))

export const clearCaptureErrorAtom = atom(null, (get, set) => {
  if (get(base).error !== null) set(base, { ...get(base), error: null })
})

/** Continues without an address, where the project lets users. */
export const skipCaptureAtom = atom(null, async (get, set): Promise<void> => {
  if (get(captureAtom)?.isRequired !== false) return
  set(keepAnswerAtom, 'skipped')
  await set(afterConnectingAtom)
})
