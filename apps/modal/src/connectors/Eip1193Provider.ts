/** The arguments of a JSON-RPC call (EIP-1193). */
export type RequestArguments = { readonly method: string; readonly params?: readonly unknown[] | object | undefined }

/** The events of EIP-1193 and what their listeners receive. */
export type ProviderEvents = {
  connect: { chainId: string }
  disconnect: ProviderRpcError
  accountsChanged: string[]
  chainChanged: string
  message: { type: string; data: unknown }
}
export type ProviderEventName = keyof ProviderEvents
export type ProviderListener<name extends ProviderEventName> = (value: ProviderEvents[name]) => void

/** An error as EIP-1193 requires: 4001, 4100, 4200, 4900, 4901, or a JSON-RPC code. */
export type ProviderRpcError = Error & { readonly code: number; readonly data?: unknown }

/** An Ethereum provider as EIP-1193 defines it. */
export type Eip1193Provider = {
  /** Rejects with a ProviderRpcError. */
  // The result depends on the method; callers such as viem have their own types.
  // biome-ignore lint/suspicious/noExplicitAny: EIP-1193 leaves the result open
  request(args: RequestArguments): Promise<any>
  on<name extends ProviderEventName>(event: name, listener: ProviderListener<name>): void
  removeListener<name extends ProviderEventName>(event: name, listener: ProviderListener<name>): void
}
