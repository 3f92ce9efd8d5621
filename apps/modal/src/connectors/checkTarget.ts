import { AppError } from '@latchkey/protocol'
import type { WalletSession } from './Connector.ts'
import type { RequestArguments } from './Eip1193Provider.ts'

const isAddress = (value: unknown): value is string => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)
const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const isTransaction = (method: string): boolean => /^(?:eth|wallet)_(?:send|sign)Transaction$/.test(method)
const isSignature = (method: string): boolean => /^(?:personal_sign|eth_sign(?:TypedData(?:_v[134])?)?)$/.test(method)

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** The accounts that a call may be for: dapps give the message of a signature and its account in either order. */
function namedAccounts(method: string, [first, second]: readonly unknown[]): readonly string[] {
  if (isSignature(method)) return [first, second].filter(isAddress)
  if (isTransaction(method) || method === 'wallet_sendCalls') return [field(first, 'from')].filter(isAddress)
  return []
}

/**
 * Rejects a call that names an EVM account that the wallet hasn't granted, or a transaction for another network than its current one
 * (specification section 8). Throws UNAUTHORIZED, CHAIN_ID_MISMATCH.
 */
export function checkTarget({ method, params }: RequestArguments, { accounts, network }: WalletSession): void {
  const values: readonly unknown[] = Array.isArray(params) ? params : []
  const named = namedAccounts(method, values)
  if (named.length > 0 && !named.some((address) => accounts.some((account) => same(account.address, address))))
    throw new AppError('UNAUTHORIZED')
  const chainId = isTransaction(method) ? field(values[0], 'chainId') : undefined
  if ((typeof chainId === 'string' || typeof chainId === 'number') && `eip155:${Number(chainId)}` !== network)
    throw new AppError('CHAIN_ID_MISMATCH')
}
