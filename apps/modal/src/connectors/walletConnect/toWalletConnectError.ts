import { AppError, type ErrorName } from '@latchkey/protocol'
import { toWalletError } from '../toWalletError.ts'

/** WalletConnect's codes in addition to EIP-1193's (its specification, "Error codes"). */
const codes: ReadonlyMap<unknown, ErrorName> = new Map<unknown, ErrorName>([
  [3001, 'UNAUTHORIZED'],
  [5000, 'USER_REJECTED'],
  [5001, 'USER_REJECTED'],
  [5002, 'USER_REJECTED'],
  [5003, 'USER_REJECTED'],
  [5100, 'CHAIN_NOT_SUPPORTED'],
  [5101, 'WALLET_UNAVAILABLE'],
  [5102, 'WALLET_UNAVAILABLE'],
  [5103, 'CHAIN_NOT_SUPPORTED'],
  [5104, 'NAMESPACE_NOT_GRANTED'],
  [6000, 'DISCONNECTED'],
])

/**
 * Maps an error of a client call to one of the catalogue. A wallet's error is a plain object with a code; an Error is the client's own, and
 * means that the relay was not reached: SERVICE_UNREACHABLE.
 */
export const toWalletConnectError = (thrown: unknown): AppError => {
  if (thrown instanceof AppError) return thrown
  if (thrown instanceof Error) return new AppError('SERVICE_UNREACHABLE', { cause: thrown })
  const code = typeof thrown === 'object' && thrown !== null ? (thrown as { code?: unknown }).code : undefined
  const name = codes.get(code)
  return name === undefined ? toWalletError(thrown) : new AppError(name, { details: { walletCode: Number(code) } })
}
