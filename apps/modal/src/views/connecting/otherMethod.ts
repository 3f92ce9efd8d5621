import { atom } from 'jotai/vanilla'
import { hasAccountAtom } from '../../state/accounts.ts'
import { cancelConnectingAtom } from '../../state/connecting.ts'
import { resetRouteAtom } from '../../state/route.ts'

/** Leave this wallet, for whatever else there is. */
export const useOtherMethodAtom = atom(null, (get, set) => {
  set(cancelConnectingAtom)
  set(resetRouteAtom, { view: get(hasAccountAtom) ? 'ConnectWallets' : 'Connect' })
})
