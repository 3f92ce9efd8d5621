import { AppError, type RpcParams, type RpcResult, rpcMethods, type SafeMethod } from '@latchkey/protocol'
import * as z from 'zod/mini'

/**
 * One read of a chain, its result parsed with the method's row. Fails with CHAIN_UNREACHABLE, SERVICE_UNREACHABLE,
 * CHAIN_NOT_SUPPORTED, or the node's error.
 */
export type ChainReader = <method extends SafeMethod>(
  method: method,
  params: RpcParams<method>,
) => Promise<RpcResult<method>>

/** Calls a node of a chain (CAIP-2 ID) through the operator's service. */
export type CallNode = (caipNetworkId: string, method: string, params: unknown) => Promise<unknown>

/** Reads one chain. An invalid answer of a node counts as no answer. */
export const createChainReader =
  (callNode: CallNode, caipNetworkId: string): ChainReader =>
  async (method, params) => {
    const answer = z.safeParse(rpcMethods[method].result, await callNode(caipNetworkId, method, params))
    if (!answer.success) throw new AppError('CHAIN_UNREACHABLE', { cause: answer.error })
    return answer.data as RpcResult<typeof method>
  }
