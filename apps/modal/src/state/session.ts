import { atom } from 'jotai/vanilla'
import { isAuthConnection } from '../connectors/auth/authNamespaces.ts'
import { say } from '../words/say.ts'
import { raiseAlertAtom } from './alerts.ts'
import { endHereAtom } from './connections.ts'
import { heldAtom } from './held.ts'
import { isOpenAtom, resetRouteAtom } from './route.ts'
import { showToastAtom } from './toast.ts'

/** The embedded wallet is connected. */
export const hasLoginAtom = atom((get) => get(heldAtom).some(({ connector }) => connector.type === 'auth'))

/** Forget the login here: it is over in the wallet already, or about to be. */
export const forgetAtom = atom(null, (_get, set) => set(endHereAtom, isAuthConnection))

/** The embedded wallet says that the session is over. */
export const expireAtom = atom(null, (get, set) => {
  set(raiseAlertAtom, 'APKT006')
  set(forgetAtom)
  if (!get(isOpenAtom)) return
  set(resetRouteAtom, { view: 'Connect' })
  set(showToastAtom, { variant: 'error', message: say('error.SESSION_EXPIRED') })
})
