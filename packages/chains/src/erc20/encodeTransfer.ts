import { AppError } from '@latchkey/protocol/errors'
import type { EvmAddress } from '../address/evmAddress.ts'
import type { Hex } from '../hex/hex.ts'

const maxUint256 = 2n ** 256n - 1n

/** Encodes a call of `transfer(address,uint256)` (ERC-20). `units` are base units. Throws AMOUNT_INVALID. */
export function encodeTransfer(to: EvmAddress, units: bigint): Hex {
  if (units < 0n || units > maxUint256) throw new AppError('AMOUNT_INVALID')
  const words = [to.slice(2).toLowerCase(), units.toString(16)].map((word) => word.padStart(64, '0'))
  return `0xa9059cbb${words.join('')}`
}
