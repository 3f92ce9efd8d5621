import { createApiClient, type JsonRpcCall, jsonRpc, rpc } from '@latchkey/api-client'
import { type CaipNetworkId, translateNodeError, translateSolanaError } from '@latchkey/chains'

export type NodeOptions = { apiUrl: string; projectId: string; sdkVersion: string }

/**
 * Ask a node of a chain through the api, which knows the nodes. Throws what `jsonRpc` throws, and a node's refusal by its
 * name in the catalogue.
 */
export const askNode = async (
  { apiUrl, projectId, sdkVersion }: NodeOptions,
  network: CaipNetworkId,
  call: JsonRpcCall,
): Promise<unknown> => {
  const api = createApiClient({
    endpoints: { rpc },
    apiUrl: new URL(apiUrl).origin,
    // No row of custody's is called from a page.
    custodyUrl: '',
    projectId,
    sdk: { st: 'latchkey', sv: sdkVersion },
  })
  const { result, error } = await jsonRpc(api, network, call)
  if (error !== undefined) throw (network.startsWith('solana:') ? translateSolanaError : translateNodeError)(error)
  return result
}
