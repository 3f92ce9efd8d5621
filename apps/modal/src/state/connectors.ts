import { atom } from 'jotai/vanilla'
import type { Connector } from '../connectors/Connector.ts'
import type { Namespace } from '../Modal.ts'
import { servicesAtom } from '../services.ts'

const found = atom<readonly Connector[]>([])
/** Stops the sources; null before they were loaded. */
const discovery = atom<Promise<() => void> | null>(null)
/** Whether the sources were loaded, or couldn't be: wallet lists don't wait for them after that. */
const discovered = atom(false)
export const isDiscoveredAtom = atom((get) => get(discovered))
/** Waits for connectors that aren't there yet. */
const waiting = atom<readonly ((connector: Connector) => void)[]>([])

/** This page's connectors, in the order in which they were found. */
export const connectorsAtom = atom((get) => get(found))

/** A second one with an id of its namespace is ignored: data stored under the id must belong to one wallet. */
export const addConnectorAtom = atom(null, (get, set, connector: Connector) => {
  const isKnown = get(found).some(
    ({ id, namespaces }) => id === connector.id && namespaces.some((name) => connector.namespaces.includes(name)),
  )
  if (isKnown) return
  set(found, [...get(found), connector])
  for (const tell of get(waiting)) tell(connector)
})

/** Returns a connector by its id, also one that announces itself late; undefined when it hasn't within `limitMs`. */
export const findConnectorAtom = atom(
  null,
  async (get, set, id: string, namespace: Namespace, limitMs: number): Promise<Connector | undefined> => {
    const isIt = (connector: Connector): boolean => connector.id === id && connector.namespaces.includes(namespace)
    const known = get(found).find(isIt)
    if (known !== undefined) return known
    const { promise, resolve } = Promise.withResolvers<Connector | undefined>()
    const tell = (connector: Connector): void => {
      if (isIt(connector)) resolve(connector)
    }
    set(waiting, [...get(waiting), tell])
    const cancel = get(servicesAtom).clock.after(limitMs, () => resolve(undefined))
    const connector = await promise
    cancel()
    set(
      waiting,
      get(waiting).filter((other) => other !== tell),
    )
    return connector
  },
)

/**
 * Finds wallets: the sources that the site's namespaces need are loaded, once, and go on finding late ones. Rejects when their code can't
 * be loaded; the next call tries again.
 */
export const discoverAtom = atom(null, async (get, set): Promise<void> => {
  const known = get(discovery)
  const started = known ?? get(servicesAtom).loadConnectors((connector) => set(addConnectorAtom, connector))
  if (known === null) set(discovery, started)
  try {
    await started
  } catch (thrown) {
    if (get(discovery) === started) set(discovery, null)
    throw thrown
  } finally {
    set(discovered, true)
  }
})

export const endDiscoveryAtom = atom(null, (get) => {
  get(discovery)?.then(
    (stop) => stop(),
    () => undefined,
  )
})
