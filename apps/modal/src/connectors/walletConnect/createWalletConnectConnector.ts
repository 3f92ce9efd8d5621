/**
 * A connector over WalletConnect 2: wallets on other devices, or in other apps of this one, by a relay.
 *
 * Requirements: nothing is loaded or contacted before a user picks it or a session is restored; the configured relay is the only host;
 * every response of a wallet is parsed; no call waits for longer than two minutes; a session that was disconnected here stays so, whatever
 * the client, the relay or the wallet still have.
 *
 * Design: a session serves one or more namespaces, and each namespace is served by one session, so that a user can have one wallet for EVM
 * chains and another for Solana. `heldSessions.ts` has that mapping, here and after a reload. The client is open while it is in use or a
 * session exists.
 */
import type { ChainNamespace } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import type { Connector } from '../Connector.ts'
import { createListeners } from '../createListeners.ts'
import type { NetworkDetails } from '../eip1193/chainToAdd.ts'
import { unlessAborted } from '../unlessAborted.ts'
import type { Client } from './Client.ts'
import { createClientHolder } from './createClientHolder.ts'
import { createSessions, type Sessions } from './createSessions.ts'
import { type CallTiming, createWalletCalls } from './createWalletCalls.ts'
import { createKeptSessions } from './keptSessions.ts'
import type { ClientSettings } from './openClient.ts'
import { openSessions, type PairingTiming, reopenSessions } from './openSessions.ts'
import { endAll } from './pair.ts'
import { requestLink, type WalletLink } from './walletLinks.ts'

export type WalletConnectOptions = ClientSettings & {
  /** The namespaces of the site. */
  namespaces: readonly ChainNamespace[]
  /** For networks that have to be added to a wallet. */
  rpcUrls?: NetworkDetails['rpcUrls']
  ownNetworks?: NetworkDetails['ownNetworks']
  /** Called with a link into the wallet's app when a request is pending there: for phones, where the user has to switch apps. */
  onWaiting?: ((link: WalletLink) => void) | undefined
  timing?: Partial<WalletConnectTiming> | undefined
}

/** All in milliseconds. */
type WalletConnectTiming = PairingTiming &
  CallTiming & {
    /** Timeout of `disconnect` for the wallet's acknowledgment; delivery goes on for a while after that. */
    farewellMs: number
  }

const usualTiming: WalletConnectTiming = {
  pairingMs: 4 * 60_000,
  requestMs: 120_000,
  reachMs: 15_000,
  farewellMs: 3_000,
  approvalMs: 5_000,
}

const walletConnectId = 'walletConnect'

type FollowInput = {
  sessions: Sessions
  /** The wallet, or time, has ended a session. */
  onGone(topic: string): void
  onWaiting: WalletConnectOptions['onWaiting']
}

const followClient = (client: Client, { sessions, onGone, onWaiting }: FollowInput): void => {
  client.on('session_update', ({ topic, params }) => sessions.onUpdate(topic, params.namespaces))
  client.on('session_event', ({ topic, params }) => sessions.onEvent(topic, params.chainId, params.event))
  client.on('session_delete', ({ topic }) => onGone(topic))
  client.on('session_expire', ({ topic }) => onGone(topic))
  client.on('session_request_sent', ({ topic, id }) => {
    // The wallet may have ended the session meanwhile; an error thrown here would be uncaught.
    if (!client.session.keys.includes(topic)) return
    const { redirect } = client.session.get(topic).peer.metadata
    const link = requestLink(redirect, { requestId: id, sessionTopic: topic })
    if (link !== null) onWaiting?.(link)
  })
}

export function createWalletConnectConnector(options: WalletConnectOptions): Connector {
  const { namespaces, rpcUrls, ownNetworks, onWaiting } = options
  const timing = { ...usualTiming, ...options.timing }
  const kept = createKeptSessions(options.projectId, options.getArea)
  /** All listeners have unsubscribed: the modal is gone. */
  let isLeft = false

  const { tell, listen } = createListeners({
    onFirst() {
      // A page that listens again, as React does in development, has hung up in between.
      if (isLeft && !sessions.isEmpty()) void holder.use(async () => undefined).catch(() => undefined)
      isLeft = false
    },
    onLast() {
      isLeft = true
      void holder.closeWhenIdle()
    },
  })
  const sessions = createSessions({
    namespaces,
    kept,
    tell,
    onEmptied: (topics) => void holder.use((client) => endAll(client, topics)).catch(() => undefined),
    onAdopted() {
      // Listeners may have been removed with the last session; this one's are yet to be added.
      isLeft = false
    },
  })
  const onGone = (topic: string): void => {
    sessions.onGone(topic)
    void holder.closeWhenIdle()
  }
  const holder = createClientHolder(options, {
    isNeeded: () => !sessions.isEmpty() && !isLeft,
    follow: (client) => followClient(client, { sessions, onGone, onWaiting }),
  })
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
        holder.use((client) => openSessions(client, request, { namespaces, sessions, timing })),
      )
    },
    async restore({ namespace, signal }) {
      if (signal.aborted) throw new AppError('ABORTED')
      if (!namespaces.includes(namespace) || kept.read()[namespace] === undefined) return []
      return await unlessAborted(
        signal,
        'ABORTED',
        holder.use(async (client) => (signal.aborted ? [] : reopenSessions(client, namespace, { sessions, kept }))),
      )
    },
    ...createWalletCalls({ namespaces, sessions, holder, timing, rpcUrls, ownNetworks }),
    async disconnect(namespace) {
      const topics = sessions.remove(namespace === undefined ? namespaces : [namespace])
      if (topics.length === 0) return
      const told = holder.use((client) => endAll(client, topics)).catch(() => undefined)
      await Promise.race([told, new Promise((resolve) => setTimeout(resolve, timing.farewellMs))])
    },
    listen,
  }
}
