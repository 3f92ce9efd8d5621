import { AppError } from '@latchkey/protocol/errors'
import * as z from 'zod/mini'
import { type JsonRpcCall, type JsonRpcOptions, type RpcClient, sendRpc } from './sendRpc.ts'

/** A node's error, unchanged, or our own for this one call (METHOD_NOT_ALLOWED with its code). */
export type JsonRpcError = { code: number; message: string; data?: unknown }
/** A node's result or error, one of the two. */
export type JsonRpcOutcome = { result: unknown; error?: never } | { error: JsonRpcError; result?: never }

/** The maximum number of calls in a batch. */
export const maxBatch = 1000

const error = z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) })
const answer = z.union([z.object({ error }), z.object({ result: z.unknown() })])
/** A node's response when it could not parse the envelope (JSON-RPC 2.0, section 5). */
const unread = z.object({ id: z.null(), error })

/**
 * Makes one JSON-RPC 2.0 call to the nodes of a chain (CAIP-2 id), through the api.
 *
 * Resolves with the node's result or error. Rejects with the errors of the row `rpc`, SERVICE_UNREACHABLE, ABORTED.
 */
export const jsonRpc = async (
  client: RpcClient,
  chainId: string,
  call: JsonRpcCall,
  options: JsonRpcOptions = {},
): Promise<JsonRpcOutcome> => outcomeOf(0, await sendRpc(client, chainId, [call], options))

/**
 * Parses the response to the call with an id, in a body that may be a batch. Throws INTERNAL for anything but JSON-RPC 2.0, and if the
 * response is missing.
 */
export const outcomeOf = (id: number, body: unknown): JsonRpcOutcome => {
  const refused = z.safeParse(unread, body)
  if (refused.success) return { error: refused.data.error }
  const answers: readonly unknown[] = Array.isArray(body) ? body : [body]
  const found = answers.find((each) => (each as { id?: unknown } | null)?.id === id)
  if (found === undefined) throw new AppError('INTERNAL', { message: 'The node sent no answer to this call' })
  const parsed = z.safeParse(answer, found)
  if (!parsed.success) throw new AppError('INTERNAL', { cause: parsed.error })
  return parsed.data
}
