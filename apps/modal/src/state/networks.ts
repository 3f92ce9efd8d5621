import { findNetwork, type Network } from '@latchkey/chains'
import { atom } from 'jotai/vanilla'
import type { NetworkId } from '../Modal.ts'
import { isUnsupported } from './routeRules.ts'
import { servicesAtom } from './services.ts'

const active = atom<NetworkId | null>(null)

/** The site's networks that the wallet knows, in the site's order. */
export const networksAtom = atom((get): readonly Network[] =>
  get(servicesAtom).settings.networks.flatMap((id) => findNetwork(id) ?? []),
)

/** CAIP-2 id of the network in use. */
export const activeNetworkIdAtom = atom(
  (get): NetworkId => get(active) ?? get(servicesAtom).hub.network.get().caipNetworkId,
)

/** The network in use; undefined for one that is not in the registry. */
export const activeNetworkAtom = atom((get) => findNetwork(get(activeNetworkIdAtom)))

/** Whether the visitor has to change the network before anything else. */
export const isUnsupportedAtom = atom((get) => {
  const { networks, enableNetworkSwitch = true, allowUnsupportedChain = false } = get(servicesAtom).settings
  return isUnsupported(get(activeNetworkIdAtom), { networks, enableNetworkSwitch, allowUnsupportedChain })
})

/** Use a network and remember it. Asks nobody: the wallet has agreed already, or there is none. */
export const setActiveNetworkAtom = atom(null, (get, set, id: NetworkId) => {
  const { storage, settings } = get(servicesAtom)
  set(active, id)
  if (settings.networks.includes(id)) storage.write('active-network', id)
})

/** Back to where a visitor starts, with nothing remembered. */
export const resetNetworkAtom = atom(null, (get, set) => {
  const { storage, settings } = get(servicesAtom)
  storage.remove('active-network')
  set(active, settings.defaultNetwork ?? settings.networks[0])
})

export const networkName = (id: NetworkId): string | undefined => findNetwork(id)?.name
