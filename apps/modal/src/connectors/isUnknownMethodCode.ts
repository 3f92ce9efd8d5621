/**
 * Whether this JSON-RPC code means that a wallet doesn't know the method (-32601), or doesn't support it (-32004). Libraries such as viem
 * call another method then; on EIP-1193's 4200, which means the same, they don't.
 */
export const isUnknownMethodCode = (code: unknown): code is number => code === -32601 || code === -32004
