import type { RpcRequest } from './jsonRpcMessage.ts'

/**
 * Methods that name a block by its hash, so that their answers never change: the hash commits to them. Receipts and transactions by their
 * own hash are excluded: a reorganization moves them to another block.
 */
const contentAddressed: ReadonlySet<string> = new Set([
  'eth_getBlockByHash',
  'eth_getBlockTransactionCountByHash',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getUncleCountByBlockHash',
])

/** Caches immutable answers of one chain and evicts the least recently used. */
export type AnswerCache = {
  /** `bytes`: the answer's size. */
  get(request: RpcRequest): { result: unknown; bytes: number } | undefined
  /** Caches the answer if it is immutable. */
  keep(request: RpcRequest, result: unknown): void
}

const maxBytes = 8 * 1024 * 1024

export function createAnswerCache(limitBytes: number = maxBytes): AnswerCache {
  const answers = new Map<string, { result: unknown; bytes: number }>()
  let held = 0
  const keyOf = ({ method, params }: RpcRequest): string => JSON.stringify([method, params]).toLowerCase()
  const drop = (key: string): void => {
    held -= answers.get(key)?.bytes ?? 0
    answers.delete(key)
  }

  return {
    get(request) {
      if (!contentAddressed.has(request.method)) return undefined
      const key = keyOf(request)
      const found = answers.get(key)
      if (found === undefined) return undefined
      answers.delete(key)
      answers.set(key, found)
      return found
    },
    keep(request, result) {
      // Null is a block that the node does not have yet.
      if (!contentAddressed.has(request.method) || result === null) return
      const key = keyOf(request)
      // Measured here: for an answer in a batch only the average is known.
      const bytes = key.length + JSON.stringify(result).length
      if (bytes > limitBytes / 8) return
      drop(key)
      answers.set(key, { result, bytes })
      held += bytes
      for (const oldest of answers.keys()) {
        if (held <= limitBytes) break
        drop(oldest)
      }
    },
  }
}
