import type { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import type { ApprovalTitle } from './approvalTitle.ts'
import { endTransactionAtom, isOpenAtom, openAtAtom, pushAtom, routeAtom } from './route.ts'
import type { Transaction } from './routeRules.ts'

/** An approval that the wallet has not answered. */
export type PendingApproval = { readonly controller: AbortController; readonly title: ApprovalTitle }

/** The approvals that the wallet has not answered; the wallet shows one after the other. */
export const pendingApprovalsAtom = atom<readonly PendingApproval[]>([])
/** The request of the approval on screen; null when there is none. */
export const approvalTitleAtom = atom((get) => get(pendingApprovalsAtom)[0]?.title ?? null)
/** One route transaction for all pending approvals. */
export const approvalTransactionAtom = atom<Transaction | null>(null)
/** The wallet has the theme, and may be shown. */
export const isWalletReadyAtom = atom(false)
/** Why the last approval ended without the user; `wasShown` when the wallet was on screen by then. */
export const approvalFailureAtom = atom<{ error: AppError; wasShown: boolean } | null>(null)

export const isApprovingAtom = atom((get) => get(pendingApprovalsAtom).length > 0)

/** Whether the user sees the wallet's own document: from when it has the theme until the view is left, including the exit animation. */
export const isApprovalShownAtom = atom(
  (get) => get(isWalletReadyAtom) && get(approvalFailureAtom) === null && get(routeAtom).view === 'ApproveTransaction',
)

/** Leaves ApproveTransaction: after a failure has been read. */
export const dismissFailureAtom = atom(null, (get, set) => {
  const transaction = get(approvalTransactionAtom)
  if (transaction !== null) set(endTransactionAtom, transaction, 'error')
})

/** Leaves ApproveTransaction for the view that offers a solution. */
export const goOnFromFailureAtom = atom(null, (get, set, view: 'UpgradeToSmartAccount') => {
  set(dismissFailureAtom)
  // The modal may have been opened only for the request, and has just closed.
  set(get(isOpenAtom) ? pushAtom : openAtAtom, { view })
})
