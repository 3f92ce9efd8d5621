import { encodeBitcoinScript, formatSolanaAddress } from '@latchkey/chains'
import { getAddress, type Hex, hexToBytes, size, zeroAddress } from 'viem'
import { ether } from './ensRecords.ts'

const bitcoin = 0
const solana = 501
/** ENSIP-11. */
const firstEvm = 0x80000000

/** The coin types of what we have networks for, beside those of single EVM chains: Ethereum, Bitcoin, Solana, and any EVM chain (ENSIP-19). */
export const commonCoinTypes: readonly number[] = [ether, bitcoin, solana, firstEvm]
export const evmCoinType = (chainId: number): number => (firstEvm | chainId) >>> 0

/** An address as people write it, of the bytes that a name has for it (ENSIP-9); null for bytes that are no address. */
export function addressText(coinType: number, bytes: Hex): string | null {
  if (coinType === ether || coinType >= firstEvm)
    return size(bytes) === 20 && bytes !== zeroAddress ? getAddress(bytes) : null
  if (coinType === solana) return size(bytes) === 32 ? formatSolanaAddress(hexToBytes(bytes)) : null
  return coinType === bitcoin ? encodeBitcoinScript(hexToBytes(bytes)) : null
}
