import { atom } from 'jotai/vanilla'
import { hasAccountAtom } from '../../state/accounts.ts'
import { cancelConnectingAtom, connectingAtom } from '../../state/connecting.ts'
import { openingRouteAtom } from '../../state/opening.ts'
import { resetRouteAtom } from '../../state/route.ts'

/** Leaves this wallet for another method: the view that opening leads to, or from the code that it leads to, the list. */
export const useOtherMethodAtom = atom(null, (get, set) => {
  const connecting = get(connectingAtom)
  const isAnyByCode = connecting.status !== 'idle' && connecting.target.group === 'walletConnect'
  set(cancelConnectingAtom)
  const route = get(openingRouteAtom)(get(hasAccountAtom) ? 'ConnectWallets' : 'Connect')
  const isSame = isAnyByCode && route.view === 'ConnectingWalletConnectBasic'
  set(resetRouteAtom, isSame ? { view: 'AllWallets' } : route)
})
