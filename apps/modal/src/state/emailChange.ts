import type { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { backAtom, routeAtom } from './route.ts'

/**
 * The state of an email change. `wallet`: the user types a code from each address in the wallet's own document, and neither passes through
 * here.
 */
export type EmailChange = {
  step: 'email' | 'sending' | 'wallet'
  /** As last typed. */
  email: string
  error: AppError | null
  /** When the wallet may be asked again, if it returned a wait; milliseconds since 1970. */
  retryAtMs: number
}

export const noChange: EmailChange = { step: 'email', email: '', error: null, retryAtMs: 0 }
/** Written here and by `submitNewEmail.ts`. */
export const emailChangeAtom = atom<EmailChange>(noChange)
/** Cancels the pending change. */
export const underWayAtom = atom<AbortController | null>(null)
/** The wallet has the theme, and the screen. */
export const isReadyAtom = atom(false)

/** Whether the user sees the wallet's own document. */
export const isChangeFrameShownAtom = atom(
  (get) => get(isReadyAtom) && get(emailChangeAtom).step === 'wallet' && get(routeAtom).view === 'UpdateEmailWallet',
)

/** Cancels anything pending, and notifies the wallet. */
export const cancelEmailChangeAtom = atom(null, (get, set) => {
  get(underWayAtom)?.abort()
  set(underWayAtom, null)
  set(emailChangeAtom, noChange)
})

/** Returns to the account. */
export const leaveEmailChangeAtom = atom(null, (get, set) => {
  set(cancelEmailChangeAtom)
  if (get(routeAtom).view === 'UpdateEmailWallet') set(backAtom)
})

/** The user types: messages about the last try are cleared. */
export const clearChangeErrorAtom = atom(null, (get, set) => {
  if (get(emailChangeAtom).error !== null) set(emailChangeAtom, { ...get(emailChangeAtom), error: null })
})
