/** Repeating these after a lost answer gives another answer: what was sent is known by then, the changes are consumed. */
const notRepeatable: ReadonlySet<string> = new Set([
  'eth_sendRawTransaction',
  'eth_sendUserOperation',
  'eth_getFilterChanges',
])

/** Whether a JSON-RPC call may be sent again when it is not known whether a node has served it. */
export const isRepeatable = (method: string): boolean => !notRepeatable.has(method)
