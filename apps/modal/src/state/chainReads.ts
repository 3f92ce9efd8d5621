import type { RpcMethod, RpcParams } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { servicesAtom } from '../services.ts'
import { activeSession, connectedSessionsAtom } from './connectedSessions.ts'
import { evmNetworkId } from './networks.ts'
import { readEmbeddedAtom } from './wallet.ts'

/**
 * Reads from the chain that eip155 is on. The embedded wallet and a wallet in this browser have their own nodes; for all others, and
 * without a wallet, the api calls one. Node addresses from the dapp are never used.
 */
export const readChainAtom = atom(null, async (get, set, method: RpcMethod, params: RpcParams<RpcMethod>) => {
  const network = evmNetworkId(get)
  const connector = activeSession(get(connectedSessionsAtom), 'eip155')?.connector
  if (connector?.type === 'auth') return set(readEmbeddedAtom, network, method, params)
  if (connector?.type === 'announced' || connector?.type === 'injected')
    return connector.request('eip155', { method, params })
  return get(servicesAtom).askNode(network, { method, params })
})
