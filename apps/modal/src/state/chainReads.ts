import type { RpcMethod, RpcParams } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { servicesAtom } from '../services.ts'
import { activeSession, connectedSessionsAtom } from './connectedSessions.ts'
import { evmNetworkId } from './networks.ts'
import { readEmbeddedAtom } from './wallet.ts'

/**
 * A read of the chain that eip155 is on. The embedded wallet and a wallet in this browser have nodes of their own;
 * for all others, and for nobody, the api asks one. An address of the dapp's is never asked.
 */
export const readChainAtom = atom(null, async (get, set, method: RpcMethod, params: RpcParams<RpcMethod>) => {
  const network = evmNetworkId(get)
  const connector = activeSession(get(connectedSessionsAtom), 'eip155')?.connector
  if (connector?.type === 'auth') return set(readEmbeddedAtom, network, method, params)
  if (connector?.type === 'announced' || connector?.type === 'injected')
    return connector.request('eip155', { method, params })
  return get(servicesAtom).askNode(network, { method, params })
})
