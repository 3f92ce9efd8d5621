import type { ChainNamespace } from '@latchkey/chains'
import type { WalletSession } from '../Connector.ts'
import type { Kept } from './keptSessions.ts'
import type { Grant } from './readGrants.ts'

/** A session at a wallet. `over` ends every call that waits for it. */
export type Line = {
  readonly topic: string
  readonly over: AbortController
  /** The peer's own name and icon. */
  readonly wallet: WalletSession['wallet']
}
/** The connection of one namespace. */
export type Held = { readonly line: Line; readonly grant: Grant; readonly session: WalletSession }

/** The session that serves each namespace, here and, by `kept`, after a reload. */
export const createHeldSessions = (kept: Kept) => {
  const held = new Map<ChainNamespace, Held>()
  const on = (topic: string): (Held & { namespace: ChainNamespace })[] =>
    [...held].flatMap(([namespace, one]) => (one.line.topic === topic ? [{ namespace, ...one }] : []))
  return {
    get: (namespace: ChainNamespace): Held | undefined => held.get(namespace),
    /** The namespaces of a session. */
    on,
    isEmpty: (): boolean => held.size === 0,
    set(namespace: ChainNamespace, next: Held): void {
      held.set(namespace, next)
      const { network, accounts } = next.session
      kept.set(namespace, { topic: next.line.topic, network, address: accounts[0].address })
    },
    /** Releases namespaces. Returns the topics that no longer serve any, which may be ended. */
    remove(namespaces: readonly ChainNamespace[]): string[] {
      const stored = kept.read()
      const lines = namespaces.flatMap((namespace) => held.get(namespace)?.line ?? [])
      const topics = namespaces.flatMap((namespace) => stored[namespace]?.topic ?? [])
      for (const namespace of namespaces) held.delete(namespace)
      kept.remove(namespaces)
      for (const { topic, over } of lines) if (on(topic).length === 0) over.abort()
      const used = new Set(Object.values(kept.read()).map(({ topic }) => topic))
      return [...new Set([...lines.map(({ topic }) => topic), ...topics])].filter((topic) => !used.has(topic))
    },
  }
}
