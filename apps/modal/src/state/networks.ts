import { knownNetworks, type Network } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { atom, type Getter } from 'jotai/vanilla'
import type { Namespace, NetworkId } from '../Modal.ts'
import type { Settings } from '../Settings.ts'
import { servicesAtom } from '../services.ts'
import { startNetworks } from '../startNetworks.ts'
import { namespaceOf } from '../storedConnections.ts'
import { activeSession, connectedSessionsAtom } from './connectedSessions.ts'
import { isUnsupported } from './routeRules.ts'

type SiteNetworks = Settings['networks']

/** The user's choice: at most one per namespace, the active one first. */
const base = atom<readonly NetworkId[] | null>(null)
const chosenAtom = atom((get): readonly NetworkId[] => {
  const { settings, storage } = get(servicesAtom)
  return get(base) ?? startNetworks(settings, storage)
})

const site = atom<SiteNetworks | null>(null)

/** The networks that the site serves, in its order. */
export const siteNetworksAtom = atom(
  (get): SiteNetworks => get(site) ?? get(servicesAtom).settings.networks,
  (_get, set, networks: SiteNetworks) => set(site, networks),
)

const defaultNetworkAtom = atom((get): NetworkId => {
  const networks = get(siteNetworksAtom)
  const { defaultNetwork } = get(servicesAtom).settings
  const isServed = defaultNetwork !== undefined && (get(site) === null || networks.includes(defaultNetwork))
  return isServed ? defaultNetwork : networks[0]
})

/** Finds a network by its CAIP-2 id: in the registry, or among those that the site describes. */
export const findNetworkAtom = atom((get) => knownNetworks(get(servicesAtom).settings.ownNetworks).find)

/** The site's networks that have a description, in the site's order. */
export const networksAtom = atom((get): readonly Network[] =>
  get(siteNetworksAtom).flatMap((id) => get(findNetworkAtom)(id) ?? []),
)

/** The site's namespaces, in its order. */
export const namespacesAtom = atom((get): readonly Namespace[] => [...new Set(get(siteNetworksAtom).map(namespaceOf))])

/** The active namespace: Account shows it, and opening is about it. */
export const activeNamespaceAtom = atom((get): Namespace => namespaceOf(get(chosenAtom)[0] ?? get(defaultNetworkAtom)))

/**
 * The network of each of the site's namespaces: that of the active wallet, whether or not it is the site's; without a wallet the last
 * chosen one.
 */
export const networkIdsAtom = atom((get): Readonly<Partial<Record<Namespace, NetworkId>>> => {
  const held = get(connectedSessionsAtom)
  const defaultNetwork = get(defaultNetworkAtom)
  const candidates = [...get(chosenAtom), defaultNetwork, ...get(siteNetworksAtom)]
  return Object.fromEntries(
    get(namespacesAtom).map((namespace) => [
      namespace,
      activeSession(held, namespace)?.session.network ?? candidates.find((id) => namespaceOf(id) === namespace),
    ]),
  )
})

/** CAIP-2 id of the active network. */
export const activeNetworkIdAtom = atom(
  (get): NetworkId => get(networkIdsAtom)[get(activeNamespaceAtom)] ?? get(chosenAtom)[0] ?? get(defaultNetworkAtom),
)

/** The network of eip155. Throws CHAIN_NOT_SUPPORTED when the site has none. */
export const evmNetworkId = (get: Getter): NetworkId => {
  const { eip155 } = get(networkIdsAtom)
  if (eip155 === undefined) throw new AppError('CHAIN_NOT_SUPPORTED')
  return eip155
}

/** The active network; undefined for one without a description. */
export const activeNetworkAtom = atom((get) => get(findNetworkAtom)(get(activeNetworkIdAtom)))

/** Whether the user has to change the network first. */
export const isUnsupportedAtom = atom((get) => {
  const { enableNetworkSwitch = true, allowUnsupportedChain = false, basic = false } = get(servicesAtom).settings
  return isUnsupported(get(activeNetworkIdAtom), {
    networks: get(siteNetworksAtom),
    enableNetworkSwitch,
    allowUnsupportedChain,
    isBasic: basic,
  })
})

const chooseAtom = atom(null, (get, set, chosen: readonly NetworkId[]) => {
  const { storage } = get(servicesAtom)
  set(base, chosen)
  const kept = chosen.filter((id) => get(siteNetworksAtom).includes(id))
  if (kept.length === 0) storage.remove('active-networks')
  else storage.write('active-networks', kept)
})

/** Makes a network and its namespace active, and stores both. Sends no request: the wallet has agreed already, or there is none. */
export const setActiveNetworkAtom = atom(null, (get, set, id: NetworkId) => {
  const others = get(chosenAtom).filter((other) => namespaceOf(other) !== namespaceOf(id))
  set(chooseAtom, [id, ...others])
})

/** A wallet is on a network: stores it for its namespace. The active namespace stays as it is. */
export const rememberNetworkAtom = atom(null, (get, set, id: NetworkId) => {
  const chosen = get(chosenAtom)
  if (chosen.includes(id)) return
  const isKnown = chosen.some((other) => namespaceOf(other) === namespaceOf(id))
  set(
    chooseAtom,
    isKnown ? chosen.map((other) => (namespaceOf(other) === namespaceOf(id) ? id : other)) : [...chosen, id],
  )
})

/** Removes the choice of a namespace. If it was active, another one with a wallet becomes active; without one, the default. */
export const resetNetworkAtom = atom(null, (get, set, namespace: Namespace) => {
  const chosen = get(chosenAtom).filter((id) => namespaceOf(id) !== namespace)
  if (get(activeNamespaceAtom) !== namespace) return set(chooseAtom, chosen)
  const next = get(connectedSessionsAtom).find(({ session }) => session.namespace !== namespace)?.session.network
  const front = next ?? get(defaultNetworkAtom)
  const all = [front, ...chosen.filter((id) => namespaceOf(id) !== namespaceOf(front))]
  set(chooseAtom, next === undefined ? chosen : all)
  // The default is where a user starts, and isn't stored.
  set(base, all)
})

/** A network's name; its id when there is none. */
export const networkNameAtom = atom(
  (get) =>
    (id: string): string =>
      get(findNetworkAtom)(id)?.name ?? id,
)
