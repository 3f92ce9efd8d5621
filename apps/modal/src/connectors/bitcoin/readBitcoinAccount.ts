import { type CaipNetworkId, mayBeKeyOf, parseBitcoinAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { hex } from '@scure/base'
import type { WalletAccount } from '../Connector.ts'

/** A wallet's address object, unparsed. */
export type ClaimedAddress = {
  readonly address: unknown
  readonly publicKey: Uint8Array | null
  /** `payment` or `ordinals`; for any other value, or none, the address type decides. */
  readonly purpose?: unknown
  readonly path?: unknown
}

const pathShape = /^m(?:\/\d{1,10}['h]?){1,10}$/

/** Throws WALLET_INVALID_RESPONSE for an address of another network, and for a key that is not that of the address. */
export function readBitcoinAccount(claimed: ClaimedAddress, network: CaipNetworkId): WalletAccount {
  const { publicKey, purpose, path } = claimed
  const parsed = parse(claimed.address, network)
  if (publicKey !== null && !mayBeKeyOf(parsed, publicKey)) throw new AppError('WALLET_INVALID_RESPONSE')
  const isOrdinal = purpose === 'ordinals' || (purpose !== 'payment' && parsed.type === 'p2tr')
  return {
    address: parsed.address,
    type: isOrdinal ? 'ordinal' : 'payment',
    ...(publicKey && { publicKey: hex.encode(publicKey) }),
    ...(typeof path === 'string' && pathShape.test(path) && { path }),
  }
}

/** The active account is a payment account. */
export const paymentFirst = (accounts: readonly WalletAccount[]): readonly WalletAccount[] => [
  ...accounts.filter(({ type }) => type === 'payment'),
  ...accounts.filter(({ type }) => type !== 'payment'),
]

function parse(address: unknown, network: CaipNetworkId) {
  try {
    return parseBitcoinAddress(address, network)
  } catch {
    throw new AppError('WALLET_INVALID_RESPONSE')
  }
}
