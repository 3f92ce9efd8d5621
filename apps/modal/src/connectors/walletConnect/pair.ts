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
  /** How long an address is shown before another one takes its place. The client itself gives it five minutes. */
  pairingMs: number
  /** How long the relay may take to accept a proposal. */
  reachMs: number
}

/** How long a failure may wait until whoever has scanned is told. */
const farewellMs = 2_000
/** The protocol's words for it. */
// not words: read by wallets.
const userDisconnected = { code: 6000, message: 'User disconnected.' }

const topicOf = (uri: string): string => uri.slice('wc:'.length, uri.indexOf('@'))

/** Take a proposal back: whoever has scanned it is told, and an approval that comes late makes no session. */
const withdraw = async (client: Client, topic: string): Promise<void> => {
  for (const { id, pairingTopic } of client.proposal.getAll()) {
    if (pairingTopic !== topic) continue
    await client.proposal.delete(id, userDisconnected)
    client.core.expirer.del(id)
  }
  if (client.pairing.keys.includes(topic)) await client.core.pairing.disconnect({ topic })
}

/**
 * Propose a session to whoever scans the address, and propose anew each time that the address has had its time, until a
 * wallet answers or the visitor leaves. An older address stays good until the client itself lets it go, so that a scan at
 * the last moment is not in vain.
 *
 * Rejects with ABORTED, USER_REJECTED, SERVICE_UNREACHABLE, CAIP_ADDRESS_INVALID, PAIRING_EXPIRED (when nobody wants to
 * show another address), and what a wallet answers. Nothing of the attempt is left then.
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

  // The client drops a settlement that it cannot read, and would wait on. What is wrong with it is said here.
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
    // Before anybody hangs up: the client would dial again for it.
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

/** End a session at the wallet, and the pairing that it came from. Gone here in any case. Never rejects. */
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
