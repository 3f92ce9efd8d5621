import { type EvmAddress, toChecksumAddress } from '../address/evmAddress.ts'
import type { Hex } from '../hex/hex.ts'
import { isUnlimited } from './isUnlimited.ts'

/** A call that moves an ERC-20 token or lets someone move it. Amounts are in the token's smallest unit. */
export type Erc20Call =
  | { kind: 'transfer'; to: EvmAddress; amount: bigint }
  | { kind: 'approve'; spender: EvmAddress; amount: bigint; unlimited: boolean }
  | { kind: 'transferFrom'; from: EvmAddress; to: EvmAddress; amount: bigint }

/**
 * What calldata would do at an ERC-20 contract; null if it is no such call. It is read as the EVM reads it: bytes beyond
 * the arguments and above an address are ignored and missing ones are zero, so that no padding hides an approval.
 */
export function decodeErc20Call(data: Hex): Erc20Call | null {
  const word = (index: number): string => data.slice(10 + 64 * index, 74 + 64 * index).padEnd(64, '0')
  const address = (index: number): EvmAddress => toChecksumAddress(`0x${word(index).slice(24)}`)
  const amount = (index: number): bigint => BigInt(`0x${word(index)}`)
  switch (data.slice(0, 10).toLowerCase()) {
    case '0xa9059cbb':
      return { kind: 'transfer', to: address(0), amount: amount(1) }
    case '0x095ea7b3':
      return { kind: 'approve', spender: address(0), amount: amount(1), unlimited: isUnlimited(amount(1)) }
    case '0x23b872dd':
      return { kind: 'transferFrom', from: address(0), to: address(1), amount: amount(2) }
    default:
      return null
  }
}
