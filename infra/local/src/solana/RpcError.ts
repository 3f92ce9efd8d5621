/** A JSON-RPC error. `code`: JSON-RPC 2.0's, or of `RpcCustomError` of Solana's nodes. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}
