import { type CaipNetworkId, type ChainNamespace, chainNamespaces, parseCaip2 } from '@latchkey/chains'
import { clientPrefix, type StorageArea } from './clientStorage.ts'

/** The session that serves a namespace, and its active account and network. */
export type KeptSession = { topic: string; network: CaipNetworkId; address: string }
export type KeptSessions = Partial<Record<ChainNamespace, KeptSession>>

const readSession = (namespace: ChainNamespace, value: unknown): KeptSession | null => {
  const { topic, network, address } = (value ?? {}) as Record<string, unknown>
  if (typeof topic !== 'string' || !/^[0-9a-f]{64}$/.test(topic) || typeof address !== 'string') return null
  try {
    const { reference, ...chain } = parseCaip2(network)
    return chain.namespace === namespace ? { topic, network: `${namespace}:${reference}`, address } : null
  } catch {
    return null
  }
}

/**
 * The sessions to restore after a reload. It is read without the client, so that a page with nothing to restore doesn't load it; and only
 * sessions in here are restored, whatever the client or the wallet still have. A browser that blocks or fills its storage makes it forget,
 * never fail.
 */
export const createKeptSessions = (projectId: string, getArea: () => StorageArea = () => localStorage) => {
  const name = `${clientPrefix(projectId)}kept`

  const read = (): KeptSessions => {
    const kept: KeptSessions = {}
    try {
      const value = JSON.parse(getArea().getItem(name) ?? '{}') as Record<string, unknown> | null
      for (const namespace of chainNamespaces) {
        const session = readSession(namespace, value?.[namespace])
        if (session !== null) kept[namespace] = session
      }
    } catch {
      // Nothing is kept where nothing can be read.
    }
    return kept
  }
  const write = (kept: KeptSessions): void => {
    try {
      if (Object.keys(kept).length === 0) getArea().removeItem(name)
      else getArea().setItem(name, JSON.stringify(kept))
    } catch {
      // The next load starts fresh.
    }
  }
  return {
    read,
    set: (namespace: ChainNamespace, session: KeptSession): void => write({ ...read(), [namespace]: session }),
    remove(namespaces: readonly ChainNamespace[]): void {
      const kept = read()
      for (const namespace of namespaces) delete kept[namespace]
      write(kept)
    },
  }
}
export type Kept = ReturnType<typeof createKeptSessions>
