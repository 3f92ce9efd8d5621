import { AppError } from '@latchkey/protocol'
import type { Pairing } from '../Connector.ts'
import type { Client, Session } from './Client.ts'
import type { ProposedNamespaces } from './namespaces.ts'
import { readGrants } from './readGrants.ts'
import { toWalletConnectError } from './toWalletConnectError.ts'

export type PairInput = {
  proposal: ProposedNamespaces
  signal: AbortSignal
  onPairing: ((pairing: Pairing) => void) | undefined
  /** Display time of an address before it is replaced. The client itself keeps it valid for five minutes. */
  pairingMs: number
  /** Timeout for the relay to accept a proposal. */
  reachMs: number
}

/** Maximum delay before the user who scanned is notified of a failure. */
const farewellMs = 2_000
/** The protocol's own words. */
// not words: read by wallets.
const userDisconnected = { code: 6000, message: 'User disconnected.' }

const topicOf = (uri: string): string => uri.slice('wc:'.length, uri.indexOf('@'))

/** Withdraws a proposal: a wallet that has scanned it is notified, and a late approval creates no session. */
const withdraw = async (client: Client, topic: string): Promise<void> => {
  for (const { id, pairingTopic } of client.proposal.getAll()) {
    if (pairingTopic !== topic) continue
    await client.proposal.delete(id, userDisconnected)
    client.core.expirer.del(id)
  }
  if (client.pairing.keys.includes(topic)) await client.core.pairing.disconnect({ topic })
}

/**
 * Proposes a session to the wallet that scans the address, and proposes again each time the address expires, until a wallet answers or the
 * user leaves. An older address stays valid until the client itself drops it, so that a late scan still works.
 *
 * Rejects with ABORTED, USER_REJECTED, SERVICE_UNREACHABLE, CAIP_ADDRESS_INVALID, PAIRING_EXPIRED (when no other address is wanted), and
 * the wallet's error. Nothing of the attempt is left then.
 */
export const pair = async (client: Client, input: PairInput): Promise<Session> => {
  const { proposal, signal, onPairing, pairingMs, reachMs } = input
  const outcome = Promise.withResolvers<Session>()
  const topics = new Set<string>()
  let isOver = false
  let renewal: ReturnType<typeof setTimeout> | undefined
  const fail = (thrown: unknown): void => outcome.reject(toWalletConnectError(thrown))

  const offer = async (): Promise<void> => {
    const late = setTimeout(() => fail(new AppError('SERVICE_UNREACHABLE')), reachMs)
    const { uri = '', approval } = await client
      .connect({ optionalNamespaces: proposal })
      .finally(() => clearTimeout(late))
    const topic = topicOf(uri)
    void approval().then(
      (session) => (isOver ? end(client, session.topic) : outcome.resolve(session)),
      // An Error, or the code 0: this address has expired, and a newer one has long been shown.
      (answer: unknown) => answer instanceof Error || (answer as { code?: unknown } | null)?.code === 0 || fail(answer),
    )
    if (isOver) return await withdraw(client, topic)
    topics.add(topic)
    onPairing?.({ uri, expiresAtMs: Date.now() + pairingMs })
    renewal = setTimeout(onPairing === undefined ? () => fail(new AppError('PAIRING_EXPIRED')) : renew, pairingMs)
  }
  const renew = (): void => void offer().catch(fail)

  // The client drops a settlement that it can't parse, and would keep waiting. The error is thrown here.
  const inspect = ({ request }: { request: { method: string; params?: unknown } }): void => {
    if (request.method !== 'wc_sessionSettle') return
    try {
      readGrants((request.params as { namespaces?: unknown } | null)?.namespaces)
    } catch (thrown) {
      fail(thrown)
    }
  }
  const withdrawAll = async (): Promise<void> => {
    isOver = true
    const given = [...topics]
    topics.clear()
    const all = Promise.allSettled(given.map((topic) => withdraw(client, topic)))
    await Promise.race([all, new Promise((resolve) => setTimeout(resolve, farewellMs))])
  }
  const leave = (): void => fail(new AppError('ABORTED'))
  signal.addEventListener('abort', leave)
  client.core.history.on('history_created', inspect)
  renew()
  try {
    const session = await outcome.promise
    topics.delete(session.pairingTopic)
    return session
  } catch (thrown) {
    // Before the connection is closed: the client would reconnect for it.
    await withdrawAll()
    throw thrown
  } finally {
    isOver = true
    clearTimeout(renewal)
    signal.removeEventListener('abort', leave)
    client.core.history.off('history_created', inspect)
    void withdrawAll()
  }
}

/** Ends a session at the wallet, and the pairing that it came from. Removed here in any case. Never rejects. */
export const end = async (client: Client, topic: string): Promise<void> => {
  if (!client.session.keys.includes(topic)) return
  const { pairingTopic } = client.session.get(topic)
  await client
    .disconnect({ topic, reason: userDisconnected })
    .catch(() => client.session.delete(topic, userDisconnected).catch(() => undefined))
  if (client.pairing.keys.includes(pairingTopic))
    await client.core.pairing.disconnect({ topic: pairingTopic }).catch(() => undefined)
}

/** The same for several. */
export const endAll = async (client: Client, topics: readonly string[]): Promise<void> => {
  await Promise.all(topics.map((topic) => end(client, topic)))
}
