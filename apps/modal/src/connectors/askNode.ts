import { type JsonRpcCall, jsonRpc, rpc } from '@latchkey/api-client'
import { type CaipNetworkId, translateNodeError, translateSolanaError } from '@latchkey/chains'
import { type Backend, createBackendClient } from '../createBackendClient.ts'

/**
 * Ask a node of a chain through the api, which knows the nodes. Throws what `jsonRpc` throws, and a node's refusal by its
 * name in the catalogue.
 */
export const askNode = async (backend: Backend, network: CaipNetworkId, call: JsonRpcCall): Promise<unknown> => {
  const api = createBackendClient(backend, { rpc })
  const { result, error } = await jsonRpc(api, network, call)
  if (error !== undefined) throw (network.startsWith('solana:') ? translateSolanaError : translateNodeError)(error)
  return result
}
