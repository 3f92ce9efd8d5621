import type { RpcRequest } from './jsonRpcMessage.ts'

/** Methods whose answer is the id of a filter. */
const makes = ['eth_newFilter', 'eth_newBlockFilter', 'eth_newPendingTransactionFilter']
/** Whether a node keeps something from now on, until it is asked to forget it or has not been asked for it for minutes. */
export const isNewFilter = (method: string): boolean => makes.includes(method)

/** Methods that ask for a filter by its id. */
const asks = ['eth_getFilterChanges', 'eth_getFilterLogs', 'eth_uninstallFilter']

/**
 * A filter lives in one node. Its id as pages see it is `id * nodes + node`, so that no state is needed to find the
 * node again, on any replica. With one node the ids are the node's own.
 */
export const createNodeFilters = (nodeCount: number) => ({
  /** The node that a request is bound to and the request as that node understands it; null when any node will do. */
  nodeOf(request: RpcRequest): { node: number; request: RpcRequest } | null | 'unknown' {
    if (!asks.includes(request.method)) return null
    const [id] = request.params
    if (typeof id !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(id)) return 'unknown'
    const number = BigInt(id)
    const own = `0x${(number / BigInt(nodeCount)).toString(16)}`
    return { node: Number(number % BigInt(nodeCount)), request: { ...request, params: [own] } }
  },
  bindResult(method: string, result: unknown, node: number): unknown {
    if (!isNewFilter(method) || typeof result !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(result)) return result
    return `0x${(BigInt(result) * BigInt(nodeCount) + BigInt(node)).toString(16)}`
  },
})
