import { readableText } from '@latchkey/chains'
import { hexToBytes } from 'viem/utils'
import type { ChainReader } from '../../chain/createChainReader.ts'

/** What a contract says of itself as an ERC-20 token: its own word, good for display only. */
export type TokenFacts = { symbol: string; decimals: number }

const symbolSelector = '0x95d89b41'
const decimalsSelector = '0x313ce567'
const maxSymbolLength = 16

/**
 * Ask a contract for its symbol and decimals. Null when it does not answer as a token does; fails when the chain cannot
 * be asked.
 */
export const readToken = async (address: string, read: ChainReader): Promise<TokenFacts | null> => {
  const call = async (data: string): Promise<Uint8Array> =>
    hexToBytes((await read('eth_call', [{ to: address, data }, 'latest'])) as `0x${string}`)
  const [symbolData, decimalsData] = await Promise.all([call(symbolSelector), call(decimalsSelector)])
  const symbol = decodeSymbol(symbolData)
  const decimals = wordAt(decimalsData, 0)
  return symbol === null || decimals === null || decimals > 36n ? null : { symbol, decimals: Number(decimals) }
}

/** ABI `string`, or `bytes32` as the oldest tokens have it. */
function decodeSymbol(data: Uint8Array): string | null {
  if (data.length === 32) return label(data.subarray(0, data.indexOf(0) === -1 ? 32 : data.indexOf(0)))
  const length = wordAt(data, 1)
  if (wordAt(data, 0) !== 32n || length === null || length > BigInt(data.length - 64)) return null
  return label(data.subarray(64, 64 + Number(length)))
}

/** A short name on one line, with nothing in it that hides or reorders text. */
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
