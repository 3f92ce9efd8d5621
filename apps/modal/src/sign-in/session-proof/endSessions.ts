import { atom } from 'jotai/vanilla'
import type { NetworkId } from '../../Modal.ts'
import { servicesAtom } from '../../services.ts'
import { connectedSessionsAtom } from '../../state/connectedSessions.ts'
import { siteNetworksAtom } from '../../state/networks.ts'
import { namespaceOf } from '../../storedConnections.ts'
import { backendOf } from './backend.ts'

/** A connection's grant: addresses, and networks that it may have signed on. */
type Given = { readonly addresses: ReadonlySet<string>; readonly networks: ReadonlySet<NetworkId> }

const seen = atom<ReadonlyMap<string, Given>>(new Map())

/**
 * Ends the sessions of connections that are over, for every account that they gave. Another account of the same wallet keeps the
 * session of the one before. Never throws.
 */
export const endSessionsAtom = atom(null, async (get, set): Promise<void> => {
  const before = get(seen)
  const now = new Map<string, Given>()
  for (const { connector, session } of get(connectedSessionsAtom)) {
    const key = `${connector.id} ${session.namespace}`
    const known = before.get(key)
    const networks = get(siteNetworksAtom).filter((id) => namespaceOf(id) === session.namespace)
    now.set(key, {
      addresses: new Set([...(known?.addresses ?? []), ...session.accounts.map(({ address }) => address)]),
      networks: new Set([...(known?.networks ?? []), session.network, ...networks]),
    })
  }
  set(seen, now)
  const gone = [...before].flatMap(([key, given]) => (now.has(key) ? [] : given))
  if (gone.length === 0) return
  const backend = await backendOf(get)
  const isConnected = (address: string): boolean =>
    get(connectedSessionsAtom).some(({ session }) => session.accounts.some((account) => account.address === address))
  const end = async (network: NetworkId, address: string): Promise<void> => {
    const sessions = await backend.getSessions(network, address)
    // The account may be connected again by now.
    if (sessions.length > 0 && !isConnected(address)) await backend.revokeSession(network, address)
  }
  const all = gone.flatMap(({ addresses, networks }) =>
    [...addresses].flatMap((address) => [...networks].map((network) => end(network, address))),
  )
  await Promise.allSettled(all)
  get(servicesAtom).shared.tell()
})
