import type { FrameKeyEvent } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { servicesAtom } from '../services.ts'
import { isApprovalShownAtom } from './approvals.ts'
import { isChangeFrameShownAtom } from './emailChange.ts'
import { isLoginFrameShownAtom } from './emailLogin.ts'
import { isWalletAskingAtom } from './login.ts'
import { closeAtom, isCloseGuardedAtom, refuseCloseAtom } from './modal.ts'

/** The screen that the wallet's own document shows in the modal's body, if any. */
export const frameShownAtom = atom((get) =>
  get(isApprovalShownAtom)
    ? 'approval'
    : get(isLoginFrameShownAtom) || get(isWalletAskingAtom) || get(isChangeFrameShownAtom)
      ? 'login'
      : null,
)

/** Moves the keyboard focus into the wallet. */
export const focusWalletAtom = atom(null, (get) => get(servicesAtom).wallet.element()?.focus())

const exit = atom<{ edge: 'start' | 'end' } | null>(null)

/** The keyboard has left the wallet over one of its edges; a new object for every time. */
export const focusExitAtom = atom((get) => get(exit))

/** Handles keyboard events in the wallet. Only for what is visible: a wallet that isn't shown has no focus. */
export const takeKeyAtom = atom(null, (get, set, event: FrameKeyEvent) => {
  if (get(frameShownAtom) === null) return
  if (event.event === 'FOCUS_EXIT') set(exit, { edge: event.edge })
  else if (get(isCloseGuardedAtom)) set(refuseCloseAtom)
  else set(closeAtom)
})
