import { readableText } from '@latchkey/chains'
import { isAppError } from '@latchkey/protocol'
import { hexToBytes } from 'viem/utils'
import type { ChainReader } from '../../chain/createChainReader.ts'

/** A contract's own metadata: an unverified claim, for display only. */
export type TokenFacts =
  /** ERC-20: amounts are divided by ten to the power of `decimals`. */
  | { kind: 'token'; symbol: string; decimals: number }
  /** ERC-721: single items by number; the amount of other tokens' functions is an item's number here. */
  | { kind: 'collection'; symbol: string }

const symbolSelector = '0x95d89b41'
const decimalsSelector = '0x313ce567'
/** ERC-165: `supportsInterface` of ERC-721. */
const isCollectionCall = `0x01ffc9a780ac58cd${'0'.repeat(56)}`
const maxSymbolLength = 16

/**
 * Reads a contract's symbol and decimals. Returns null when it does not answer like a token; fails when the chain can't be
 * reached.
 */
export const readToken = async (address: string, read: ChainReader): Promise<TokenFacts | null> => {
  const call = async (data: string): Promise<Uint8Array> => {
    try {
      return hexToBytes((await read('eth_call', [{ to: address, data }, 'latest'])) as `0x${string}`)
    } catch (error) {
      // A contract without such a function reverts the call: that is an answer.
      if (isAppError(error, 'EXECUTION_REVERTED')) return new Uint8Array()
      throw error
    }
  }
  const [symbolData, decimalsData] = await Promise.all([call(symbolSelector), call(decimalsSelector)])
  const symbol = decodeSymbol(symbolData)
  const decimals = wordAt(decimalsData, 0)
  if (symbol === null) return null
  if (decimals !== null) return decimals > 36n ? null : { kind: 'token', symbol, decimals: Number(decimals) }
  return wordAt(await call(isCollectionCall), 0) === 1n ? { kind: 'collection', symbol } : null
}

/** Decodes an ABI `string`, or `bytes32` as the oldest tokens have it. */
function decodeSymbol(data: Uint8Array): string | null {
  if (data.length === 32) return label(data.subarray(0, data.indexOf(0) === -1 ? 32 : data.indexOf(0)))
  const length = wordAt(data, 1)
  if (wordAt(data, 0) !== 32n || length === null || length > BigInt(data.length - 64)) return null
  return label(data.subarray(64, 64 + Number(length)))
}

/** Returns a short name on one line, without characters that hide or reorder text. */
function label(bytes: Uint8Array): string | null {
  const text = readableText(bytes)?.trim() ?? ''
  return /^[\p{L}\p{N}\p{S}\p{P}]+(?: [\p{L}\p{N}\p{S}\p{P}]+)*$/u.test(text) && [...text].length <= maxSymbolLength
    ? text
    : null
}

function wordAt(data: Uint8Array, index: number): bigint | null {
  if (data.length < 32 * (index + 1)) return null
  return data.subarray(32 * index, 32 * (index + 1)).reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)
}
