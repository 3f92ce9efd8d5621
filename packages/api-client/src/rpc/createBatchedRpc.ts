/**
 * Collects the calls to a chain's nodes that are made in one turn, and sends them as one JSON-RPC batch (specification sections 7.4 and 9:
 * batches of 1000, batch wait 0).
 *
 * Requirements: a call ends as it would on its own. One call's error, missing response or abort never affects another's. Calls that can't
 * be repeated, or that may take long, aren't batched: a batch is answered when its slowest call is.
 *
 * Design: a microtask sends the batch, since timers of a background page wait for a second or more. If a batch has no response for a call,
 * the call is sent again on its own.
 */
import { AppError, isAppError } from '@latchkey/protocol/errors'
import * as z from 'zod/mini'
import { isRepeatable } from './isRepeatable.ts'
import { type JsonRpcOutcome, jsonRpc, maxBatch, outcomeOf } from './jsonRpc.ts'
import { type JsonRpcCall, type JsonRpcOptions, type RpcClient, sendRpc } from './sendRpc.ts'

/** Calls a chain's nodes (CAIP-2 id). Resolves and rejects as `jsonRpc` does. */
export type BatchedRpc = (chainId: string, call: JsonRpcCall, options?: JsonRpcOptions) => Promise<JsonRpcOutcome>

type Waiting = {
  call: JsonRpcCall
  signal: AbortSignal | undefined
  resolve(outcome: JsonRpcOutcome | Promise<JsonRpcOutcome>): void
  reject(error: unknown): void
}

const slow =
  /^(debug|trace)_|simulate|UserOperation|Logs|Filter|Proof|BlockReceipts|feeHistory|^get(Multiple|Program|Signatures|TokenAccounts)/
const goesAlone = ({ method }: JsonRpcCall): boolean => !isRepeatable(method) || slow.test(method)

/** The entry of a call that neither a node nor a bundler has answered. It is retried on its own, and then rejects. */
const unanswered = z.object({ error: z.object({ name: z.enum(['CHAIN_UNREACHABLE', 'BUNDLER_UNREACHABLE']) }) })

/** Creates a function that calls nodes through the api, and batches concurrent calls. A single call stays a single object. */
export const createBatchedRpc = (client: RpcClient): BatchedRpc => {
  const gathered = new Map<string, Waiting[]>()
  const withoutBatches = new Set<string>()

  const sendAlone = (chainId: string, { call, signal, resolve }: Waiting) =>
    resolve(jsonRpc(client, chainId, call, { signal }))

  const sendTogether = async (chainId: string, batch: readonly Waiting[]): Promise<void> => {
    const stop = new AbortController()
    const finished = new AbortController()
    for (const { signal, reject } of batch) {
      const onAbort = () => {
        reject(new AppError('ABORTED'))
        if (batch.every((each) => each.signal?.aborted)) stop.abort()
      }
      signal?.addEventListener('abort', onAbort, { signal: finished.signal })
    }
    try {
      const calls = batch.map(({ call }) => call)
      const answers = await sendRpc(client, chainId, calls, { signal: stop.signal })
      if (!Array.isArray(answers)) {
        withoutBatches.add(chainId)
        throw new AppError('INVALID_REQUEST')
      }
      for (const [id, each] of batch.entries())
        try {
          const entry = answers.find((answer) => answer?.id === id)
          if (z.safeParse(unanswered, entry).success) sendAlone(chainId, each)
          else each.resolve(outcomeOf(id, answers))
        } catch (error) {
          each.reject(error)
        }
    } catch (error) {
      // An error of the batch as a whole, and perhaps of no call in it.
      const isOfBatch = (['INVALID_REQUEST', 'TOO_LARGE', 'INTERNAL'] as const).some((name) => isAppError(error, name))
      for (const each of batch)
        if (isOfBatch) sendAlone(chainId, each)
        else each.reject(error)
    } finally {
      finished.abort()
    }
  }

  const send = (chainId: string): void => {
    const all = gathered.get(chainId) ?? []
    gathered.delete(chainId)
    const wanted = all.filter(({ signal }) => !signal?.aborted)
    for (const each of all) if (!wanted.includes(each)) each.reject(new AppError('ABORTED'))
    const size = withoutBatches.has(chainId) ? 1 : maxBatch
    for (let from = 0; from < wanted.length; from += size) {
      const [first, ...others] = wanted.slice(from, from + size) as [Waiting, ...Waiting[]]
      if (others.length === 0) sendAlone(chainId, first)
      else void sendTogether(chainId, [first, ...others])
    }
  }

  return (chainId, call, { signal } = {}) => {
    if (goesAlone(call)) return jsonRpc(client, chainId, call, { signal })
    const { promise, resolve, reject } = Promise.withResolvers<JsonRpcOutcome>()
    const waiting: Waiting = { call, signal, resolve, reject }
    const others = gathered.get(chainId)
    if (others !== undefined) others.push(waiting)
    else {
      gathered.set(chainId, [waiting])
      queueMicrotask(() => send(chainId))
    }
    return promise
  }
}
