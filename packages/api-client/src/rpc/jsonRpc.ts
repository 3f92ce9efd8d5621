import { AppError } from '@latchkey/protocol/errors'
import * as z from 'zod/mini'
import type { ApiClient } from '../client/createApiClient.ts'
import type { rpc } from '../endpoints/rpc.ts'
import { isRepeatable } from './isRepeatable.ts'

/** A call to a node; `params` defaults to an empty list. The id is assigned when it is sent. */
export type JsonRpcCall = { method: string; params?: unknown }
/** A node's refusal as the node said it, or our own of this one call (METHOD_NOT_ALLOWED with its code). */
export type JsonRpcError = { code: number; message: string; data?: unknown }
/** A node's result or error, one of the two. */
export type JsonRpcOutcome = { result: unknown; error?: never } | { error: JsonRpcError; result?: never }
/** Aborting `signal` rejects with ABORTED. */
export type JsonRpcOptions = { signal?: AbortSignal | undefined }

/** A batch may hold this many calls. */
export const maxBatch = 1000

const error = z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) })
const answer = z.union([z.object({ error }), z.object({ result: z.unknown() })])
/** What a node says that could not even read the envelope (JSON-RPC 2.0, section 5). */
const unread = z.object({ id: z.null(), error })

type RpcClient = ApiClient<{ rpc: typeof rpc }>

/**
 * One JSON-RPC 2.0 call to the nodes of a chain (CAIP-2 id), through the api.
 *
 * Resolves with what the node answered, error or not. Rejects with the errors of the row `rpc`, SERVICE_UNREACHABLE, ABORTED.
 */
export const jsonRpc = async (
  client: RpcClient,
  chainId: string,
  call: JsonRpcCall,
  options: JsonRpcOptions = {},
): Promise<JsonRpcOutcome> => {
  const body = await send(client, chainId, envelope(call, 0), [call], options)
  return outcomeOf(0, body)
}

/** Up to 1000 calls at once; outcomes in the order of the calls. Rejects as `jsonRpc` does, and LIMIT_EXCEEDED for more. */
export const jsonRpcBatch = async (
  client: RpcClient,
  chainId: string,
  calls: readonly JsonRpcCall[],
  options: JsonRpcOptions = {},
): Promise<JsonRpcOutcome[]> => {
  if (calls.length > maxBatch) throw new AppError('LIMIT_EXCEEDED')
  if (calls.length === 0) return []
  const body = await send(client, chainId, calls.map(envelope), calls, options)
  return calls.map((_, id) => outcomeOf(id, body))
}

const envelope = ({ method, params = [] }: JsonRpcCall, id: number) => ({ jsonrpc: '2.0', id, method, params })

const send = (
  client: RpcClient,
  chainId: string,
  body: unknown,
  calls: readonly JsonRpcCall[],
  { signal }: JsonRpcOptions,
): Promise<unknown> =>
  client.call('rpc', body, {
    query: { chainId },
    idempotent: calls.every(({ method }) => isRepeatable(method)),
    signal,
  })

/** Parses the answer to the call with an id, in a body that may hold a batch. Throws INTERNAL for what is no JSON-RPC 2.0. */
export const outcomeOf = (id: number, body: unknown): JsonRpcOutcome => {
  const refused = z.safeParse(unread, body)
  if (refused.success) return { error: refused.data.error }
  const answers: readonly unknown[] = Array.isArray(body) ? body : [body]
  const parsed = z.safeParse(
    answer,
    answers.find((each) => (each as { id?: unknown } | null)?.id === id),
  )
  if (!parsed.success) throw new AppError('INTERNAL', { cause: parsed.error })
  return parsed.data
}
