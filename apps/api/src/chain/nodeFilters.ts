import type { RpcRequest } from './jsonRpcMessage.ts'

/** Methods whose answer is the id of a filter, and methods that ask for one by its id. */
const makes = ['eth_newFilter', 'eth_newBlockFilter', 'eth_newPendingTransactionFilter']
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
    if (!makes.includes(method) || typeof result !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(result)) return result
    return `0x${(BigInt(result) * BigInt(nodeCount) + BigInt(node)).toString(16)}`
  },
})
