import { AppError } from '@latchkey/protocol/errors'
import type { RpcProxy } from './rpcProxy.ts'

export type AskSolana = (requests: readonly { method: string; params: readonly unknown[] }[]) => Promise<unknown[]>

/** Returns results in the order of the requests. Throws CHAIN_UNREACHABLE when one of them has none. */
export const createSolanaAsk =
  (rpcProxy: RpcProxy, chainId: string): AskSolana =>
  async (requests) => {
    const body = requests.map((request, id) => ({ jsonrpc: '2.0', id, ...request }))
    const answered = [await rpcProxy.answer(chainId, body)].flat()
    return answered.map((each) => {
      if ('error' in each) throw new AppError('CHAIN_UNREACHABLE', { cause: each.error })
      return each.result
    })
  }
