import type { AccountEmitter } from '../AccountEmitter.ts'

/** The calls of a namespace, by method: its parameters, undefined for none, and its result. */
type Calls = Readonly<Record<string, { params: object | undefined; result: unknown }>>

/** A method with its parameters. */
export type CallOf<calls, method extends keyof calls = keyof calls> = {
  [name in method]: calls[name] extends { params: infer params extends object }
    ? { readonly method: name; readonly params: params }
    : { readonly method: name; readonly params?: undefined }
}[method]

/** The result of a method. */
export type ResultOf<calls, method extends keyof calls> = calls[method] extends { result: infer result }
  ? result
  : never

/** The active wallet of a namespace. Rejects with a ProviderRpcError. */
export type TypedProvider<namespace extends string, calls extends Calls> = AccountEmitter<string> & {
  readonly namespace: namespace
  /** The active address. Null unless connected. */
  readonly address: string | null
  readonly connected: boolean
  /** Makes a call to the active wallet. A method that it doesn't have rejects with code 4200 or -32601. */
  request<method extends keyof calls>(call: CallOf<calls, method>): Promise<ResultOf<calls, method>>
  /** Opens the modal, unless a wallet is connected. */
  connect(): Promise<{ address: string }>
  disconnect(): Promise<void>
}
