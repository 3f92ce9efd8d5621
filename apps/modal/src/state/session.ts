import { atom } from 'jotai/vanilla'
import { say } from '../words/say.ts'
import { setConnectionAtom } from './accounts.ts'
import { raiseAlertAtom } from './alerts.ts'
import { isOpenAtom, resetRouteAtom } from './route.ts'
import { servicesAtom } from './services.ts'
import { showToastAtom } from './toast.ts'

/** Forget the account here: it is over in the wallet already, or about to be. */
export const forgetAtom = atom(null, (get, set) => {
  get(servicesAtom).storage.remove('email-login-used')
  set(setConnectionAtom, { status: 'disconnected' })
})

/** The wallet says that the session is over. */
export const expireAtom = atom(null, (get, set) => {
  set(raiseAlertAtom, 'APKT006')
  set(forgetAtom)
  if (!get(isOpenAtom)) return
  set(resetRouteAtom, { view: 'Connect' })
  set(showToastAtom, { variant: 'error', message: say('error.SESSION_EXPIRED') })
})
