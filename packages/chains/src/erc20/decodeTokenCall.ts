import { type EvmAddress, toChecksumAddress } from '../address/evmAddress.ts'
import type { Hex } from '../hex/hex.ts'
import { isUnlimited } from './isUnlimited.ts'

/**
 * A call that moves a token or lets another account move it. Amounts are in base units. `approve` and `transferFrom` are also functions of
 * ERC-721, where `amount` is the item's id.
 */
export type TokenCall =
  | { kind: 'transfer'; to: EvmAddress; amount: bigint }
  | { kind: 'transferFrom'; from: EvmAddress; to: EvmAddress; amount: bigint }
  | { kind: 'approve' | 'increaseAllowance'; spender: EvmAddress; amount: bigint; unlimited: boolean }
  | { kind: 'decreaseAllowance'; spender: EvmAddress; amount: bigint }
  /** ERC-721 and ERC-1155: every item of the collection, now and later. */
  | { kind: 'setApprovalForAll'; operator: EvmAddress; approved: boolean }

/**
 * Decodes the effect of calldata at a token's contract; null for any other call. It decodes like the EVM: bytes beyond the arguments and
 * above an address are ignored and missing ones are zero, so that no padding hides an approval.
 */
export function decodeTokenCall(data: Hex): TokenCall | null {
  const word = (index: number): string => data.slice(10 + 64 * index, 74 + 64 * index).padEnd(64, '0')
  const address = (index: number): EvmAddress => toChecksumAddress(`0x${word(index).slice(24)}`)
  const amount = (index: number): bigint => BigInt(`0x${word(index)}`)
  const allowance = <kind extends string>(kind: kind) =>
    ({ kind, spender: address(0), amount: amount(1), unlimited: isUnlimited(amount(1)) }) as const
  switch (data.slice(0, 10).toLowerCase()) {
    case '0xa9059cbb':
      return { kind: 'transfer', to: address(0), amount: amount(1) }
    case '0x23b872dd':
      return { kind: 'transferFrom', from: address(0), to: address(1), amount: amount(2) }
    case '0x095ea7b3':
      return allowance('approve')
    case '0x39509351':
      return allowance('increaseAllowance')
    case '0xa457c2d7':
      return { kind: 'decreaseAllowance', spender: address(0), amount: amount(1) }
    case '0xa22cb465':
      return { kind: 'setApprovalForAll', operator: address(0), approved: amount(1) !== 0n }
    default:
      return null
  }
}
