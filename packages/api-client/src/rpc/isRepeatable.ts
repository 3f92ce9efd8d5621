/** Repeating these after a lost response gives a different result: the data was already submitted, or the changes are consumed. */
const notRepeatable: ReadonlySet<string> = new Set([
  'eth_sendRawTransaction',
  'eth_sendUserOperation',
  'eth_getFilterChanges',
])

/** Returns whether a JSON-RPC call may be repeated when it is unknown whether a node has served it. */
export const isRepeatable = (method: string): boolean => !notRepeatable.has(method)
