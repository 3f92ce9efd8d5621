import { createHash } from 'node:crypto'
import { createMailbox, type Mail } from './createMailbox.ts'
import type { Method, Params } from './requests.ts'

/** One connected client. */
export type Peer = {
  /** Its `did:key`. */
  readonly name: string
  /** Delivers a mail; the peer's owner notifies the relay when it is confirmed. */
  deliver(subscription: string, mail: Mail): void
}

const sweepMs = 60_000
/** Tags of the messages that the session requests represent (WalletConnect specification, relay tags). */
const tags = { propose: 1100, proposeResponse: 1101, settle: 1102 } as const
const maxTopicsPerPeer = 2_000

/** The relay without its sockets: topics, subscribers, and mail for disconnected clients. The ends seal everything that it carries. */
export const createRelay = (now: () => number = Date.now) => {
  const mailbox = createMailbox({ perTopic: 100, topics: 10_000 }, now)
  const listeners = new Map<string, Set<Peer>>()
  const topicsOf = new Map<Peer, Set<string>>()
  const givenTo = new WeakMap<Peer, WeakSet<Mail>>()

  const subscriptionId = (peer: Peer, topic: string) =>
    createHash('sha256').update(`${topic} ${peer.name}`).digest('hex')

  const wasGiven = (peer: Peer, mail: Mail): boolean => givenTo.get(peer)?.has(mail) ?? false
  /** Once for each connection: clients process a duplicate twice. */
  const give = (peer: Peer, subscription: string, mail: Mail): void => {
    if (wasGiven(peer, mail)) return
    givenTo.set(peer, (givenTo.get(peer) ?? new WeakSet()).add(mail))
    peer.deliver(subscription, mail)
  }

  const subscribe = (peer: Peer, topic: string): string => {
    const mine = topicsOf.get(peer) ?? new Set()
    if (mine.size >= maxTopicsPerPeer) throw new Error('Too many topics')
    topicsOf.set(peer, mine.add(topic))
    listeners.set(topic, (listeners.get(topic) ?? new Set()).add(peer))
    const id = subscriptionId(peer, topic)
    // Later, so that the response with the subscription's id goes out first.
    for (const mail of mailbox.read(topic, peer.name)) queueMicrotask(() => give(peer, id, mail))
    return id
  }

  const unsubscribe = (peer: Peer, topic: string): void => {
    topicsOf.get(peer)?.delete(topic)
    const others = listeners.get(topic)
    others?.delete(peer)
    if (others?.size === 0) listeners.delete(topic)
  }

  const publish = (peer: Peer, { topic, message, tag, ttl, attestation }: Params<'irn_publish'>): void => {
    const publishedAt = now()
    const mail: Mail = { topic, message, tag, publishedAt, expiresAt: publishedAt + ttl * 1000, attestation }
    mailbox.put(mail, peer.name)
    for (const reader of listeners.get(topic) ?? []) {
      if (reader.name !== peer.name) give(reader, subscriptionId(reader, topic), mail)
    }
  }

  const fetch = (peer: Peer, topics: readonly string[]) => ({
    messages: topics
      .flatMap((topic) => mailbox.read(topic, peer.name))
      .filter((mail) => !wasGiven(peer, mail))
      .map(wireOf),
    hasMore: false,
  })

  const handlers: { [method in Method]: (peer: Peer, params: Params<method>) => unknown } = {
    irn_publish: (peer, params) => void publish(peer, params),
    irn_batchPublish: (peer, { messages }) => {
      for (const message of messages) publish(peer, message)
    },
    irn_subscribe: (peer, { topic }) => subscribe(peer, topic),
    irn_batchSubscribe: (peer, { topics }) => topics.map((topic) => subscribe(peer, topic)),
    irn_unsubscribe: (peer, { topic }) => unsubscribe(peer, topic),
    irn_batchUnsubscribe: (peer, { subscriptions }) => {
      for (const { topic } of subscriptions) unsubscribe(peer, topic)
    },
    irn_fetchMessages: (peer, { topic }) => fetch(peer, [topic]),
    irn_batchFetchMessages: (peer, { topics }) => fetch(peer, topics),
    wc_proposeSession: (peer, { pairingTopic, sessionProposal, ttl, attestation }) => {
      subscribe(peer, pairingTopic)
      publish(peer, { topic: pairingTopic, message: sessionProposal, tag: tags.propose, ttl, attestation })
    },
    wc_approveSession: (peer, { pairingTopic, sessionTopic, ttl, ...messages }) => {
      subscribe(peer, sessionTopic)
      const { sessionProposalResponse, sessionSettlementRequest } = messages
      publish(peer, { topic: pairingTopic, message: sessionProposalResponse, tag: tags.proposeResponse, ttl })
      publish(peer, { topic: sessionTopic, message: sessionSettlementRequest, tag: tags.settle, ttl })
    },
  }

  const sweeping = setInterval(() => mailbox.sweep(), sweepMs)
  sweeping.unref()

  return {
    /** Answers one request; requests without a result return `true`. */
    answer: <method extends Method>(peer: Peer, method: method, params: Params<method>): unknown =>
      (handlers[method] as (peer: Peer, params: Params<method>) => unknown)(peer, params) ?? true,
    /** Records that a reader has this mail. */
    confirm: mailbox.remove,
    /** Removes a disconnected client; its mail is kept. */
    leave(peer: Peer): void {
      for (const topic of [...(topicsOf.get(peer) ?? [])]) unsubscribe(peer, topic)
      topicsOf.delete(peer)
    },
    close: () => clearInterval(sweeping),
  }
}
export type Relay = ReturnType<typeof createRelay>

/** Returns a mail in wire format. */
export const wireOf = ({ topic, message, publishedAt, tag, attestation }: Mail) => ({
  topic,
  message,
  publishedAt,
  tag,
  ...(attestation === undefined ? {} : { attestation }),
})
