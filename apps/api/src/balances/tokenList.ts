import { readFileSync } from 'node:fs'
import { type Caip10, parseCaip10, parseEvmAddress, parseSolanaAddress } from '@latchkey/chains'
import { tryParse } from '@latchkey/protocol/tryParse'
import * as z from 'zod/mini'
import { maxDecimals } from '../chain/maxDecimals.ts'

const text = z.string().check(z.minLength(1), z.maxLength(64))
const row = z.strictObject({
  chainId: z.string(),
  address: z.string(),
  name: text,
  symbol: text,
  decimals: z.int().check(z.minimum(0), z.maximum(maxDecimals)),
  logoUri: z.optional(z.string().check(z.regex(/^https:\/\/\S+$/), z.maxLength(2048))),
  eip2612: z.optional(z.boolean()),
})

/**
 * A token that the operator lists: every account's balance is read, and the row's name, decimals and icon are trusted. `chainId` is CAIP-2,
 * `address` CAIP-10, on EVM chains with its checksum. `eip2612`: the token takes a signature as an approval.
 */
export type ListedToken = z.output<typeof row>

/**
 * Reads tokens from a JSON array. Throws an `Error` that names the file and the first invalid row: an address with a wrong checksum, on
 * another chain than its row has, or a second time.
 */
export function readTokenListFile(file: string): ListedToken[] {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new Error(`The token list ${file} cannot be read as JSON`, { cause })
  }
  const form = '{ chainId, address, name, symbol, decimals, logoUri?, eip2612? }'
  const parsed = tryParse(z.array(z.unknown()), json)
  if (!parsed.success) throw new Error(`The token list ${file} is not an array of ${form}`)
  const seen = new Set<string>()
  return parsed.data.map((value, index) => {
    try {
      const token = parseListedToken(value)
      if (seen.has(token.address)) throw new Error('there already')
      seen.add(token.address)
      return token
    } catch (cause) {
      throw new Error(`Row ${index} of the token list ${file} is not ${form} of a token of its own`, { cause })
    }
  })
}

function parseListedToken(value: unknown): ListedToken {
  const token = z.parse(row, value)
  const { namespace, caipNetworkId, address } = parseCaip10(token.address)
  if (caipNetworkId !== token.chainId) throw new Error('on another chain')
  return { ...token, address: `${caipNetworkId}:${contractOf(namespace, address)}` }
}

/** A contract of an EVM chain, a mint of Solana. Throws ADDRESS_INVALID. */
function contractOf(namespace: Caip10['namespace'], address: string): string {
  if (namespace === 'eip155') return parseEvmAddress(address)
  if (namespace === 'solana') return parseSolanaAddress(address)
  throw new Error('of a chain without tokens')
}
