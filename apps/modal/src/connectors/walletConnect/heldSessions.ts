import type { ChainNamespace } from '@latchkey/chains'
import type { WalletSession } from '../Connector.ts'
import type { Kept } from './keptSessions.ts'
import type { Grant } from './readGrants.ts'

/** A session at a wallet. `over` ends every call that waits for it. */
export type Line = {
  readonly topic: string
  readonly over: AbortController
  /** Who it says that it is. */
  readonly wallet: WalletSession['wallet']
}
/** What one namespace is connected to. */
export type Held = { readonly line: Line; readonly grant: Grant; readonly session: WalletSession }

/** Which session serves each namespace, here and, by `kept`, at the next visit. */
export const createHeldSessions = (kept: Kept) => {
  const held = new Map<ChainNamespace, Held>()
  const on = (topic: string): (Held & { namespace: ChainNamespace })[] =>
    [...held].flatMap(([namespace, one]) => (one.line.topic === topic ? [{ namespace, ...one }] : []))
  return {
    get: (namespace: ChainNamespace): Held | undefined => held.get(namespace),
    /** What a session serves. */
    on,
    isEmpty: (): boolean => held.size === 0,
    set(namespace: ChainNamespace, next: Held): void {
      held.set(namespace, next)
      const { network, accounts } = next.session
      kept.set(namespace, { topic: next.line.topic, network, address: accounts[0].address })
    },
    /** Let namespaces go. Returns the topics that serve no other: nobody waits for them any longer, and they may be ended. */
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
