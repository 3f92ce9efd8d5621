import { AppError } from '@latchkey/protocol/errors'
import { tryParse } from '@latchkey/protocol/tryParse'
import type * as z from 'zod/mini'
import type { RpcProxy } from './rpcProxy.ts'
import type { Requester } from './sharer.ts'

export type Question = readonly [method: string, params: readonly unknown[]]

/**
 * Sends several requests to one chain's nodes or bundler. Returns the answers in the order of the requests, still to be parsed. Throws
 * CHAIN_UNREACHABLE when one of them has no answer, or an error.
 */
export type AskChain = (...questions: readonly Question[]) => Promise<unknown[]>

/** @param chainId CAIP-2. @param asker as of `RpcProxy`. */
export const createAskChain =
  (rpcProxy: RpcProxy, chainId: string, requester?: Requester): AskChain =>
  async (...questions) => {
    const body = questions.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params }))
    const answers = [await rpcProxy.answer(chainId, body, requester)].flat()
    return questions.map((_, id) => {
      const answered = answers[id]
      if (answered === undefined || 'error' in answered) throw new AppError('CHAIN_UNREACHABLE')
      return answered.result
    })
  }

/** Parses a node's or bundler's answer. Throws CHAIN_UNREACHABLE for an invalid one. */
export function parseAnswer<schema extends z.ZodMiniType>(schema: schema, answer: unknown): z.output<schema> {
  const parsed = tryParse(schema, answer)
  if (!parsed.success) throw new AppError('CHAIN_UNREACHABLE', { cause: parsed.error })
  return parsed.data
}
