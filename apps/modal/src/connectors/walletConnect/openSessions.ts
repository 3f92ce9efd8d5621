import { type ChainNamespace, parseCaip2 } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import type { ConnectRequest, WalletSession } from '../Connector.ts'
import type { Client, Session } from './Client.ts'
import type { Sessions } from './createSessions.ts'
import type { Line } from './heldSessions.ts'
import type { Kept } from './keptSessions.ts'
import { proposeNamespaces } from './namespaces.ts'
import { end, endAll, pair } from './pair.ts'
import { type InUse, readGrants } from './readGrants.ts'
import { readPeer } from './readPeer.ts'

/** All in milliseconds. */
export type PairingTiming = {
  /** Display time of a pairing address (specification section 9). */
  pairingMs: number
  /** Timeout for the relay to accept a proposal. */
  reachMs: number
}

type OpenInput = {
  /** The namespaces of the site. */
  namespaces: readonly ChainNamespace[]
  sessions: Sessions
  timing: PairingTiming
}

const lineTo = ({ topic, peer }: Session): Line => ({
  topic,
  over: new AbortController(),
  wallet: readPeer(peer.metadata),
})

/** Pairs with a wallet and activates its grant. Nothing is left of an attempt that fails. */
export const openSessions = async (
  client: Client,
  { namespace, network, networks, signal, onPairing }: ConnectRequest,
  { namespaces, sessions, timing }: OpenInput,
): Promise<readonly WalletSession[]> => {
  // Loading the client took time: a signal that has already fired notifies no listener.
  if (signal.aborted) throw new AppError('ABORTED')
  const proposal = proposeNamespaces([network, ...networks], namespaces)
  const settled = await pair(client, { proposal, signal, onPairing, ...timing })
  try {
    if (signal.aborted) throw new AppError('ABORTED')
    const grants = readGrants(settled.namespaces)
    if (!grants.has(namespace)) throw new AppError('NAMESPACE_NOT_GRANTED')
    const wished = new Map([...networks.toReversed(), network].map((id) => [parseCaip2(id).namespace, id]))
    const adopted = sessions.adopt(lineTo(settled), grants, (of) => ({ network: wished.get(of) }), namespace)
    void endAll(client, adopted.unused)
    return adopted.sessions
  } catch (thrown) {
    await end(client, settled.topic)
    throw thrown
  }
}

/** Restores the stored session of a namespace, and of others that it serves. Empty when nothing is left. */
export const reopenSessions = (
  client: Client,
  wanted: ChainNamespace,
  { sessions, kept }: { sessions: Sessions; kept: Kept },
): readonly WalletSession[] => {
  const stored = kept.read()
  const topic = stored[wanted]?.topic ?? ''
  if (!client.session.keys.includes(topic)) {
    sessions.remove([wanted])
    return []
  }
  const session = client.session.get(topic)
  const grants = new Map(readGrants(session.namespaces))
  for (const namespace of grants.keys()) if (stored[namespace]?.topic !== topic) grants.delete(namespace)
  if (!grants.has(wanted)) return []
  const line = sessions.on(topic)[0]?.line ?? lineTo(session)
  const inUse = (of: ChainNamespace): InUse => {
    const { network, address } = stored[of] ?? {}
    return { network, addresses: address === undefined ? [] : [address] }
  }
  return sessions.adopt(line, grants, inUse, wanted).sessions
}
