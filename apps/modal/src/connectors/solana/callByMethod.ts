import { AppError, type RpcMethod, type RpcParams, rpcMethods, tryParse } from '@latchkey/protocol'

/** The Solana methods of the wire protocol (section 5). */
type SolanaMethod = Extract<RpcMethod, `solana_${string}`>

/** A page's parameters for each method. */
export type SolanaCalls<answer> = { readonly [method in SolanaMethod]: (params: RpcParams<method>) => answer }

/** Calls the handler of a method, with parameters in the wire protocol's format. Throws METHOD_NOT_ALLOWED and INVALID_PARAMS. */
export function callByMethod<answer>(calls: SolanaCalls<answer>, method: string, params: unknown): answer {
  if (!Object.hasOwn(rpcMethods, method) || !Object.hasOwn(calls, method)) throw new AppError('METHOD_NOT_ALLOWED')
  const name = method as SolanaMethod
  const parsed = tryParse(rpcMethods[name].params, params)
  if (!parsed.success) throw new AppError('INVALID_PARAMS')
  // The row belongs to the method, which the type of all rows together can't express.
  return calls[name](parsed.data as never)
}
