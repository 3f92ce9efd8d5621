import type { ApiClient } from '../client/createApiClient.ts'
import type { rpc } from '../endpoints/rpc.ts'
import { isRepeatable } from './isRepeatable.ts'

/** A call to a node; `params` defaults to an empty list. The id is assigned when it is sent. */
export type JsonRpcCall = { method: string; params?: unknown }
/** Aborting `signal` rejects with ABORTED. */
export type JsonRpcOptions = { signal?: AbortSignal | undefined }

/** A client that reaches the nodes. */
export type RpcClient = ApiClient<{ rpc: typeof rpc }>

/** Sends calls with their indexes as ids: one as an object, more as an array. Returns the unparsed body of the response. */
export const sendRpc = (
  client: RpcClient,
  chainId: string,
  calls: readonly JsonRpcCall[],
  { signal }: JsonRpcOptions,
): Promise<unknown> => {
  const envelopes = calls.map(({ method, params = [] }, id) => ({ jsonrpc: '2.0', id, method, params }))
  return client.call('rpc', envelopes.length === 1 ? envelopes[0] : envelopes, {
    query: { chainId },
    idempotent: calls.every(({ method }) => isRepeatable(method)),
    signal,
  })
}
