/** A wallet error: an `Error` with the code of EIP-1193 or JSON-RPC 2.0. */
export class RpcError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
