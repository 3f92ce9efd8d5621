import { translateNodeError } from '@latchkey/chains'
import type { CallNode } from './createChainReader.ts'
import type { AskNode } from './createSolanaReader.ts'

/** Methods that the bundler of a network answers, and not its nodes (ERC-7769). */
const isOfBundler = (method: string): boolean =>
  method.includes('UserOperation') || method === 'eth_supportedEntryPoints'

/**
 * Calls a node or bundler through `ask`. Its errors fail as `translateNodeError`, or with OPERATION_REFUSED; an operation
 * that a bundler may have taken fails with BUNDLER_UNREACHABLE, the bundler's error in `cause`.
 */
export const createCallNode =
  (ask: AskNode): CallNode =>
  async (caipNetworkId, method, params) => {
    const { error, result } = await ask(caipNetworkId, method, params)
    if (error === undefined) return result
    if (!isOfBundler(method)) throw translateNodeError(error)
    const { operationRefusal, sendFailure } = await import('./operationRefusal.ts')
    throw method === 'eth_sendUserOperation' ? sendFailure(error) : operationRefusal(error)
  }
