import type { RpcRequest } from './jsonRpcMessage.ts'

/** Methods that return the id of a filter. */
const makes = ['eth_newFilter', 'eth_newBlockFilter', 'eth_newPendingTransactionFilter']
/** Whether a node keeps state from now on, until it is uninstalled or unused for minutes. */
export const isNewFilter = (method: string): boolean => makes.includes(method)

/** Methods that take a filter's id. */
const asks = ['eth_getFilterChanges', 'eth_getFilterLogs', 'eth_uninstallFilter']

/**
 * A filter exists in one node. Pages see its id as `id * nodes + node`, so that any replica finds the node without state. With one node the
 * ids are the node's own.
 */
export const createNodeFilters = (nodeCount: number) => ({
  /** Returns the node that a request is bound to and the request as that node understands it; null when any node will do. */
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
