import type { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { backAtom, routeAtom } from './route.ts'

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

export const noChange: EmailChange = { step: 'email', email: '', error: null, retryAtMs: 0 }
/** Written here and by `submitNewEmail.ts`. */
export const emailChangeAtom = atom<EmailChange>(noChange)
/** What cancels the change that is under way. */
export const underWayAtom = atom<AbortController | null>(null)
/** The wallet has the theme, and the screen. */
export const isReadyAtom = atom(false)

/** Whether the wallet's own document is what the visitor sees. */
export const isChangeFrameShownAtom = atom(
  (get) => get(isReadyAtom) && get(emailChangeAtom).step === 'wallet' && get(routeAtom).view === 'UpdateEmailWallet',
)

/** Whatever is under way no longer matters, and the wallet is told. */
export const cancelEmailChangeAtom = atom(null, (get, set) => {
  get(underWayAtom)?.abort()
  set(underWayAtom, null)
  set(emailChangeAtom, noChange)
})

/** Back to the account. */
export const leaveEmailChangeAtom = atom(null, (get, set) => {
  set(cancelEmailChangeAtom)
  if (get(routeAtom).view === 'UpdateEmailWallet') set(backAtom)
})

/** The visitor types: what was said about the last try is out of date. */
export const clearChangeErrorAtom = atom(null, (get, set) => {
  if (get(emailChangeAtom).error !== null) set(emailChangeAtom, { ...get(emailChangeAtom), error: null })
})
