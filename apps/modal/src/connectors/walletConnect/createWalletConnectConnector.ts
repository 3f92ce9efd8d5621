/**
 * A connector over WalletConnect 2: wallets on other devices, or in other apps of this one, by a relay.
 *
 * Requirements: nothing is loaded and nobody is called before a visitor picks it or something is to be restored; the relay
 * of the settings is the only host; what a wallet says is parsed; no call waits for longer than two minutes; what was
 * disconnected here stays so, whatever the client, the relay or the wallet still know.
 *
 * Design: a session serves one or more namespaces, and each namespace is served by one session, so that a visitor can have
 * one wallet for EVM chains and another for Solana. `held` says which, here and at the next visit. The client is open while
 * somebody uses it or something is held.
 */
import { type CaipNetworkId, type ChainNamespace, parseCaip2 } from '@latchkey/chains'
import { AppError, isAppError } from '@latchkey/protocol'
import { checkTarget } from '../checkTarget.ts'
import type { Connector, ConnectRequest, WalletSession } from '../Connector.ts'
import { createListeners } from '../createListeners.ts'
import type { RequestArguments } from '../Eip1193Provider.ts'
import { chainToAdd, type NetworkDetails, toHexChainId } from '../eip1193/chainToAdd.ts'
import { readNetwork } from '../eip1193/readAnswers.ts'
import { unlessAborted } from '../unlessAborted.ts'
import type { Client, Session } from './Client.ts'
import { createClientHolder } from './createClientHolder.ts'
import { createHeldSessions, type Held, type Line } from './heldSessions.ts'
import { createKeptSessions } from './keptSessions.ts'
import { proposeNamespaces } from './namespaces.ts'
import type { ClientSettings } from './openClient.ts'
import { end, pair } from './pair.ts'
import { readEvent } from './readEvent.ts'
import { type Grant, type Grants, type InUse, readGrants, sessionOf } from './readGrants.ts'
import { readPeer } from './readPeer.ts'
import { toWalletCall } from './solanaCalls.ts'
import { toWalletConnectError } from './toWalletConnectError.ts'
import { requestLink, type WalletLink } from './walletLinks.ts'

export type WalletConnectOptions = ClientSettings & {
  /** The namespaces of the site. */
  namespaces: readonly ChainNamespace[]
  /** For networks that a wallet has to learn. */
  rpcUrls?: NetworkDetails['rpcUrls']
  ownNetworks?: NetworkDetails['ownNetworks']
  /** Called with a link into the wallet's app when a request waits there: for a phone, whose visitor has to go there. */
  onWaiting?: ((link: WalletLink) => void) | undefined
  timing?: Partial<WalletConnectTiming> | undefined
}

/** All in milliseconds. */
type WalletConnectTiming = {
  /** How long a pairing address is shown (specification section 9). */
  pairingMs: number
  /** How long a wallet may take to answer. */
  requestMs: number
  /** How long the relay may take to accept a proposal. */
  reachMs: number
  /** How long `disconnect` waits until the wallet is told; it goes on telling it for a while after that. */
  farewellMs: number
  /** How long a wallet may take to approve a network that it says it has switched to. */
  approvalMs: number
}

const usualTiming: WalletConnectTiming = {
  pairingMs: 4 * 60_000,
  requestMs: 120_000,
  reachMs: 15_000,
  farewellMs: 3_000,
  approvalMs: 5_000,
}

const walletConnectId = 'walletConnect'

const lineTo = ({ topic, peer }: Session): Line => ({
  topic,
  over: new AbortController(),
  wallet: readPeer(peer.metadata),
})

const isSame = (one: WalletSession, other: WalletSession): boolean => JSON.stringify(one) === JSON.stringify(other)

export function createWalletConnectConnector(options: WalletConnectOptions): Connector {
  const { namespaces, rpcUrls, ownNetworks, onWaiting } = options
  const timing = { ...usualTiming, ...options.timing }
  const kept = createKeptSessions(options.projectId, options.getArea)
  const held = createHeldSessions(kept)
  /** Everybody who listened has stopped: the modal is gone. */
  let isLeft = false
  /** Where a switch of ours is under way: what the wallet says of it meanwhile is no news. */
  let moving: ChainNamespace | null = null

  const { tell, listen } = createListeners({
    onFirst() {
      // A page that listens again, as React does in development, has hung up in between.
      if (isLeft && !held.isEmpty()) void holder.use(async () => undefined).catch(() => undefined)
      isLeft = false
    },
    onLast() {
      isLeft = true
      void holder.closeWhenIdle()
    },
  })
  const endAll = async (client: Client, topics: readonly string[]): Promise<void> => {
    await Promise.all(topics.map((topic) => end(client, topic)))
  }

  /** The wallet has ended it in these namespaces. Returns the sessions that serve none any more. */
  const endHere = (gone: readonly ChainNamespace[]): readonly string[] => {
    const topics = held.remove(gone)
    for (const namespace of gone) tell((listener) => listener.onEnd(namespace))
    return topics
  }
  const endByWallet = (gone: readonly ChainNamespace[]): void => {
    const topics = endHere(gone)
    void holder.use((client) => endAll(client, topics)).catch(() => undefined)
  }

  const change = (namespace: ChainNamespace, before: Held, grant: Grant, inUse: InUse): void => {
    const session = sessionOf(namespace, grant, inUse, before.line.wallet)
    held.set(namespace, { line: before.line, grant, session })
    if (!isSame(session, before.session) && moving !== namespace) tell((listener) => listener.onSession(session))
  }

  /** The wallet has approved other accounts, networks or namespaces. Rubbish changes nothing. */
  const onUpdate = (topic: string, approved: unknown): void => {
    let grants: Grants
    try {
      grants = readGrants(approved)
    } catch {
      return
    }
    const gone: ChainNamespace[] = []
    for (const { namespace, ...before } of held.on(topic)) {
      const grant = grants.get(namespace)
      if (grant === undefined) gone.push(namespace)
      else change(namespace, before, grant, { network: before.session.network })
    }
    if (gone.length > 0) endByWallet(gone)
  }

  const onEvent = (topic: string, chainId: unknown, event: { name: string; data: unknown }): void => {
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
    else if (read.addresses.length === 0) endByWallet([namespace])
    else change(namespace, before, before.grant, { network, addresses: read.addresses })
  }

  /** Both ends have let go of the session: a farewell would be one to nobody. */
  const onGone = ({ topic }: { topic: string }): void => {
    endHere(held.on(topic).map(({ namespace }) => namespace))
    void holder.closeWhenIdle()
  }

  const holder = createClientHolder(options, {
    isNeeded: () => !held.isEmpty() && !isLeft,
    follow(client) {
      client.on('session_update', ({ topic, params }) => onUpdate(topic, params.namespaces))
      client.on('session_event', ({ topic, params }) => onEvent(topic, params.chainId, params.event))
      client.on('session_delete', onGone)
      client.on('session_expire', onGone)
      client.on('session_request_sent', ({ topic, id }) => {
        // The wallet may have ended the session meanwhile; nobody catches what is thrown in here.
        if (!client.session.keys.includes(topic)) return
        const { redirect } = client.session.get(topic).peer.metadata
        const link = requestLink(redirect, { requestId: id, sessionTopic: topic })
        if (link !== null) onWaiting?.(link)
      })
    },
  })

  /** Take what a wallet has granted into use, in place of what served those namespaces before. */
  const adopt = (line: Line, grants: Grants, inUse: (of: ChainNamespace) => InUse, wanted: ChainNamespace) => {
    const taken = [...grants]
      .filter(([namespace]) => namespaces.includes(namespace))
      .map(([namespace, grant]) => ({
        line,
        grant,
        session: sessionOf(namespace, grant, inUse(namespace), line.wallet),
      }))
      .toSorted((a, b) => Number(b.session.namespace === wanted) - Number(a.session.namespace === wanted))
    const replaced = taken.flatMap(({ session: { namespace } }) =>
      held.get(namespace)?.line.topic === line.topic ? [] : [namespace],
    )
    const unused = held.remove(replaced).filter((topic) => topic !== line.topic)
    for (const one of taken) held.set(one.session.namespace, one)
    // Whoever listened may have stopped with the last session; this one has its listeners yet to come.
    isLeft = false
    return { sessions: taken.map(({ session }) => session), unused }
  }

  const connect = async (client: Client, request: ConnectRequest): Promise<readonly WalletSession[]> => {
    const { namespace, network, networks, signal, onPairing } = request
    // The client took its time to load: a signal that has fired already tells no listener.
    if (signal.aborted) throw new AppError('ABORTED')
    const proposal = proposeNamespaces([network, ...networks], namespaces)
    const settled = await pair(client, { proposal, signal, onPairing, ...timing })
    try {
      if (signal.aborted) throw new AppError('ABORTED')
      const grants = readGrants(settled.namespaces)
      if (!grants.has(namespace)) throw new AppError('NAMESPACE_NOT_GRANTED')
      const wished = new Map([...networks.toReversed(), network].map((id) => [parseCaip2(id).namespace, id]))
      const line = lineTo(settled)
      const { sessions, unused } = adopt(line, grants, (of) => ({ network: wished.get(of) }), namespace)
      void endAll(client, unused)
      return sessions
    } catch (thrown) {
      await end(client, settled.topic)
      throw thrown
    }
  }

  const restore = (client: Client, wanted: ChainNamespace): readonly WalletSession[] => {
    const stored = kept.read()
    const topic = stored[wanted]?.topic ?? ''
    if (!client.session.keys.includes(topic)) {
      held.remove([wanted])
      return []
    }
    const session = client.session.get(topic)
    const grants = new Map(readGrants(session.namespaces))
    for (const namespace of grants.keys()) if (stored[namespace]?.topic !== topic) grants.delete(namespace)
    if (!grants.has(wanted)) return []
    const line = held.on(topic)[0]?.line ?? lineTo(session)
    const inUse = (of: ChainNamespace): InUse => {
      const { network, address } = stored[of] ?? {}
      return { network, addresses: address === undefined ? [] : [address] }
    }
    return adopt(line, grants, inUse, wanted).sessions
  }

  /** The session of a namespace. Throws NAMESPACE_NOT_GRANTED and DISCONNECTED. */
  const heldIn = (namespace: ChainNamespace): Held => {
    const one = held.get(namespace)
    if (one !== undefined) return one
    throw new AppError(namespaces.includes(namespace) ? 'DISCONNECTED' : 'NAMESPACE_NOT_GRANTED')
  }

  /** A call that waits in the wallet. */
  const ask = async (namespace: ChainNamespace, method: string, params: unknown): Promise<unknown> => {
    const { line, grant, session } = heldIn(namespace)
    if (!grant.methods.includes(method)) throw new AppError('WALLET_UNAVAILABLE')
    const { topic, over } = line
    const late = AbortSignal.timeout(timing.requestMs)
    return await unlessAborted(
      AbortSignal.any([over.signal, late]),
      () => (over.signal.aborted ? 'DISCONNECTED' : 'TIMEOUT'),
      holder
        .use((client) => client.request({ topic, chainId: session.network, request: { method, params } }))
        .catch((thrown: unknown) => {
          throw toWalletConnectError(thrown)
        }),
    )
  }

  const isApproved = (network: CaipNetworkId): boolean => {
    const { approved } = heldIn(parseCaip2(network).namespace).session
    return approved === undefined || approved.includes(network)
  }

  /** Until the wallet has approved a network that it says it is on. Throws WALLET_MISBEHAVED. */
  const waitForApproval = async (network: CaipNetworkId): Promise<void> => {
    const until = Date.now() + timing.approvalMs
    while (!isApproved(network)) {
      if (Date.now() > until) throw new AppError('WALLET_MISBEHAVED')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  /** An approved network is a matter of ours: the wallet reads it in each request. Any other one is asked for. */
  const switchNetwork = async (network: CaipNetworkId): Promise<void> => {
    const { namespace } = parseCaip2(network)
    if (!namespaces.includes(namespace)) throw new AppError('CHAIN_NOT_SUPPORTED')
    const { session: before } = heldIn(namespace)
    let known = before
    moving = namespace
    try {
      if (!isApproved(network)) {
        if (namespace !== 'eip155') throw new AppError('CHAIN_NOT_SUPPORTED')
        await askToSwitch(network)
        await waitForApproval(network)
      }
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
  }

  const askToSwitch = async (network: CaipNetworkId): Promise<void> => {
    const move = () => ask('eip155', 'wallet_switchEthereumChain', [{ chainId: toHexChainId(network) }])
    try {
      await move()
    } catch (thrown) {
      const chain = chainToAdd(network, { rpcUrls, ownNetworks })
      if (!isAppError(thrown, 'CHAIN_NOT_SUPPORTED') || chain === null) throw thrown
      await ask('eip155', 'wallet_addEthereumChain', [chain])
      await move()
    }
  }

  /** What the session itself says, without asking the wallet. `undefined` for everything else. */
  const answerHere = async ({ method, params }: RequestArguments): Promise<unknown> => {
    const { accounts, network } = heldIn('eip155').session
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return accounts.map(({ address }) => address)
      case 'eth_chainId':
        return toHexChainId(network)
      case 'wallet_switchEthereumChain': {
        const [chain] = Array.isArray(params) ? params : []
        await switchNetwork(readNetwork((chain as { chainId?: unknown } | null)?.chainId))
        return null
      }
      default:
        return undefined
    }
  }

  return {
    id: walletConnectId,
    type: 'walletConnect',
    name: 'WalletConnect',
    icon: null,
    rdns: null,
    namespaces,
    async connect(request) {
      const { namespace, signal } = request
      if (signal.aborted) throw new AppError('ABORTED')
      if (!namespaces.includes(namespace)) throw new AppError('NAMESPACE_NOT_GRANTED')
      return await unlessAborted(
        signal,
        'ABORTED',
        holder.use((client) => connect(client, request)),
      )
    },
    async restore({ namespace, signal }) {
      if (signal.aborted) throw new AppError('ABORTED')
      if (!namespaces.includes(namespace) || kept.read()[namespace] === undefined) return []
      return await unlessAborted(
        signal,
        'ABORTED',
        holder.use(async (client) => (signal.aborted ? [] : restore(client, namespace))),
      )
    },
    switchNetwork,
    async request(namespace, args) {
      const { session } = heldIn(namespace)
      const here = namespace === 'eip155' ? await answerHere(args) : undefined
      if (here !== undefined) return here
      if (namespace === 'eip155') checkTarget(args, session)
      if (namespace !== 'solana') return await ask(namespace, args.method, args.params)
      const { params, read } = toWalletCall(args, session.accounts)
      return read(await ask(namespace, args.method, params))
    },
    async disconnect(namespace) {
      const topics = held.remove(namespace === undefined ? namespaces : [namespace])
      if (topics.length === 0) return
      const told = holder.use((client) => endAll(client, topics)).catch(() => undefined)
      await Promise.race([told, new Promise((resolve) => setTimeout(resolve, timing.farewellMs))])
    },
    listen,
  }
}
