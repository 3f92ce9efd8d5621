import { type CaipNetworkId, type ChainNamespace, parseCaip2 } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import type { WalletSession } from '../Connector.ts'
import type { Listeners } from '../createListeners.ts'
import { createHeldSessions, type Held, type Line } from './heldSessions.ts'
import type { Kept } from './keptSessions.ts'
import { readEvent } from './readEvent.ts'
import { type Grant, type Grants, type InUse, readGrants, sessionOf } from './readGrants.ts'

export type SessionsInput = {
  /** The namespaces of the site. */
  namespaces: readonly ChainNamespace[]
  kept: Kept
  tell: Listeners['tell']
  /** Called with sessions that the wallet has emptied: nothing is left of them here. */
  onEmptied(topics: readonly string[]): void
  /** Called when a session is taken into use. */
  onAdopted(): void
}

const isSame = (one: WalletSession, other: WalletSession): boolean => JSON.stringify(one) === JSON.stringify(other)

const tryGrants = (approved: unknown): Grants | null => {
  try {
    return readGrants(approved)
  } catch {
    return null
  }
}

/** The granted sessions, that of the requested namespace first. */
const sessionsOf = (
  line: Line,
  grants: readonly (readonly [ChainNamespace, Grant])[],
  inUse: (of: ChainNamespace) => InUse,
  wanted: ChainNamespace,
): Held[] =>
  grants
    .map(([namespace, grant]) => ({ line, grant, session: sessionOf(namespace, grant, inUse(namespace), line.wallet) }))
    .toSorted((a, b) => Number(b.session.namespace === wanted) - Number(a.session.namespace === wanted))

/** The sessions of the site's namespaces, as the wallets change them. */
export const createSessions = ({ namespaces, kept, tell, onEmptied, onAdopted }: SessionsInput) => {
  const held = createHeldSessions(kept)
  /** The target of our own switch: the wallet's events about it are ignored meanwhile. */
  let moving: ChainNamespace | null = null

  /** Throws NAMESPACE_NOT_GRANTED and DISCONNECTED. */
  const heldIn = (namespace: ChainNamespace): Held => {
    const one = held.get(namespace)
    if (one !== undefined) return one
    throw new AppError(namespaces.includes(namespace) ? 'DISCONNECTED' : 'NAMESPACE_NOT_GRANTED')
  }

  /** The wallet has ended it in these namespaces. Returns the sessions that no longer serve any. */
  const endIn = (gone: readonly ChainNamespace[]): readonly string[] => {
    const topics = held.remove(gone)
    for (const namespace of gone) tell((listener) => listener.onEnd(namespace))
    return topics
  }

  const change = (namespace: ChainNamespace, before: Held, grant: Grant, inUse: InUse): void => {
    const session = sessionOf(namespace, grant, inUse, before.line.wallet)
    held.set(namespace, { line: before.line, grant, session })
    if (!isSame(session, before.session) && moving !== namespace) tell((listener) => listener.onSession(session))
  }

  return {
    get: held.get,
    heldIn,
    on: held.on,
    isEmpty: held.isEmpty,
    remove: held.remove,
    /** The wallet has approved other accounts, networks or namespaces. Rubbish changes nothing. */
    onUpdate(topic: string, approved: unknown): void {
      const grants = tryGrants(approved)
      if (grants === null) return
      const gone: ChainNamespace[] = []
      for (const { namespace, ...before } of held.on(topic)) {
        const grant = grants.get(namespace)
        if (grant === undefined) gone.push(namespace)
        else change(namespace, before, grant, { network: before.session.network })
      }
      if (gone.length > 0) onEmptied(endIn(gone))
    },
    /** The wallet is on another network, or uses other accounts. */
    onEvent(topic: string, chainId: unknown, event: { name: string; data: unknown }): void {
      const read = readEvent(chainId, event)
      if (read === null) return
      const namespace = read.type === 'network' ? parseCaip2(read.network).namespace : read.namespace
      const before = held.get(namespace)
      if (before?.line.topic !== topic) return
      const { network, accounts } = before.session
      if (read.type === 'network')
        change(namespace, before, before.grant, {
          network: read.network,
          addresses: accounts.map(({ address }) => address),
        })
      else if (read.addresses.length === 0) onEmptied(endIn([namespace]))
      else change(namespace, before, before.grant, { network, addresses: read.addresses })
    },
    /** Both ends have dropped the session: a delete message would have no recipient. */
    onGone(topic: string): void {
      endIn(held.on(topic).map(({ namespace }) => namespace))
    },
    /** Activates a wallet's grant. Returns the sessions, and the topics of those that they replaced. */
    adopt(line: Line, grants: Grants, inUse: (of: ChainNamespace) => InUse, wanted: ChainNamespace) {
      const granted = [...grants].filter(([namespace]) => namespaces.includes(namespace))
      const taken = sessionsOf(line, granted, inUse, wanted)
      const replaced = taken.flatMap(({ session: { namespace } }) =>
        held.get(namespace)?.line.topic === line.topic ? [] : [namespace],
      )
      const unused = held.remove(replaced).filter((topic) => topic !== line.topic)
      for (const one of taken) held.set(one.session.namespace, one)
      onAdopted()
      return { sessions: taken.map(({ session }) => session), unused }
    },
    /** Puts a session on a network of its namespace, once `prepare` has the wallet ready for it. */
    async move(network: CaipNetworkId, prepare: () => Promise<void>): Promise<void> {
      const { namespace } = parseCaip2(network)
      const { session: before } = heldIn(namespace)
      let known = before
      moving = namespace
      try {
        await prepare()
        const now = heldIn(namespace)
        const addresses = now.session.accounts.map(({ address }) => address)
        change(namespace, now, now.grant, { network, addresses })
        known = { ...before, network }
      } finally {
        moving = null
        // Other accounts or approved networks came along, or it has moved elsewhere: that is news all the same.
        const session = held.get(namespace)?.session
        if (session !== undefined && !isSame(session, known)) tell((listener) => listener.onSession(session))
      }
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>
