import { atom } from 'jotai/vanilla'
import type { EntryView } from '../Modal.ts'
import { say } from '../words/say.ts'
import { connectionAtom, hasAccountAtom, mayHaveAccountAtom } from './accounts.ts'
import { announceAtom } from './announcement.ts'
import { isApprovingAtom } from './approvals.ts'
import { restoreAtom } from './connection.ts'
import { cancelLoginAtom, isOpeningAtom } from './emailLogin.ts'
import { isUnsupportedAtom } from './networks.ts'
import { checkProjectAtom, hasBrokenSettingsAtom, isEmailOnAtom } from './project.ts'
import { hideAtom, isOpenAtom, openAtAtom, resetRouteAtom, shakeAtom } from './route.ts'
import { routeToOpen } from './routeRules.ts'
import { forgetAtom } from './session.ts'
import { showToastAtom } from './toast.ts'
import { connectWallet } from './wallet.ts'

/** Load what a login needs while the visitor types, and find out whether this page may use it at all. */
export const prepareLoginAtom = atom(null, (get, set) => {
  if (!get(isEmailOnAtom) || get(hasBrokenSettingsAtom)) return
  void set(checkProjectAtom)
  // A failure has been told as an alert; whoever needs the wallet tries again.
  void connectWallet(get, set).catch(() => undefined)
})

/** Show the modal where the rules of specification section 2 lead. */
export const openAtom = atom(null, (get, set, view?: EntryView) => {
  // What the visitor is in the middle of is not taken from them, and an approval by nothing at all.
  if (get(isOpenAtom) && (view === undefined || get(isApprovingAtom))) return
  if (get(connectionAtom).status === 'interrupted') {
    void set(checkProjectAtom)
    void set(restoreAtom)
  }
  const mustSwitch = view === undefined && get(hasAccountAtom) && get(isUnsupportedAtom)
  const hasAccount = get(mayHaveAccountAtom)
  set(openAtAtom, mustSwitch ? { view: 'UnsupportedChain' } : routeToOpen(view, hasAccount))
  if (!hasAccount) set(prepareLoginAtom)
})

/** The way out that is always there: what is under way is cancelled. */
export const closeAtom = atom(null, (_get, set) => {
  set(cancelLoginAtom)
  set(hideAtom)
})

/** Give up on an earlier login and begin a new one. */
export const loginAgainAtom = atom(null, (_get, set) => {
  set(forgetAtom)
  set(resetRouteAtom, { view: 'Connect' })
  set(prepareLoginAtom)
})

/** Something is under way that Escape or a click beside the modal must not end by accident. */
export const isCloseGuardedAtom = atom((get) => get(isApprovingAtom) || get(isOpeningAtom))

/** Refuse to close, and say why. */
export const refuseCloseAtom = atom(null, (_get, set) => {
  set(shakeAtom)
  set(showToastAtom, { variant: 'error', message: say('closeRefused') })
  set(announceAtom, say('closeRefused'))
})
