/** Requests that make a node search, or whose answers may have megabytes. */
const always: ReadonlySet<string> = new Set([
  'eth_getLogs',
  'eth_newFilter',
  'eth_getFilterLogs',
  'eth_getFilterChanges',
  'eth_getBlockReceipts',
  'eth_feeHistory',
  'eth_getProof',
  'eth_createAccessList',
])
/** With all transactions of the block: some nodes accept truthy values other than `true`. */
const withTransactions: ReadonlySet<string> = new Set(['eth_getBlockByNumber', 'eth_getBlockByHash'])

export const isExpensiveOnEvm = (method: string, params: readonly unknown[]): boolean =>
  always.has(method) || (withTransactions.has(method) && (params[1] ?? false) !== false)

const onSolana: ReadonlySet<string> = new Set([
  'getMultipleAccounts',
  'getSignaturesForAddress',
  'getTokenAccountsByOwner',
])
export const isExpensiveOnSolana = (method: string): boolean => onSolana.has(method)

/**
 * Concurrent calls to one chain's nodes, few per caller, so that no caller blocks all others. For pages' calls, not for the services' own.
 */
export const expensiveSlots = {
  most: 24,
  maxOfOne: 4,
  maxWaiting: 256,
  maxWaitingOfOne: 32,
  timeoutMs: 3_000,
} as const

/** The same for bodies with calls that run code, which a node answers together. */
export const codeSlots = {
  most: 64,
  maxOfOne: 8,
  maxWaiting: 256,
  maxWaitingOfOne: 64,
  timeoutMs: 3_000,
} as const
