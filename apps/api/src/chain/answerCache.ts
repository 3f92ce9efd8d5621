import type { RpcRequest } from './jsonRpcMessage.ts'

/**
 * Methods that name a block by its hash, so that nothing can ever change what they answer: the hash commits to it.
 * Receipts and transactions by their own hash are not among them: a reorganisation moves them to another block.
 */
const contentAddressed: ReadonlySet<string> = new Set([
  'eth_getBlockByHash',
  'eth_getBlockTransactionCountByHash',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getUncleCountByBlockHash',
])

/** Answers of one chain that cannot change, the least recently used forgotten first. */
export type AnswerCache = {
  /** `bytes`: what it weighs. */
  get(request: RpcRequest): { result: unknown; bytes: number } | undefined
  /** Keeps the answer if it is one that cannot change. */
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
      // Weighed here: of an answer in a batch only the average is known.
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
