import { type EvmAddress, toChecksumAddress } from '../address/evmAddress.ts'
import type { Hex } from '../hex/hex.ts'

/** Encodes the terms of the framework's enforcers: consecutive fixed-width fields, without padding. */

/** The width of each field, in bytes. */
const widths = { address: 20, uint128: 16, uint256: 32 } as const
type Width = keyof typeof widths
type ValueOf<width extends Width> = width extends 'address' ? EvmAddress : bigint
type Values<fields extends readonly Width[]> = { [at in keyof fields]: ValueOf<fields[at]> }

/** Returns `values` packed as big-endian fields, without padding between them. */
export const encodeTerms = <const fields extends readonly Width[]>(fields: fields, values: Values<fields>): Hex =>
  `0x${fields
    .map((field, at) => {
      const value = values[at] as EvmAddress | bigint
      const digits = typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()
      return digits.padStart(2 * widths[field], '0')
    })
    .join('')}`

/** Decodes terms into fields; null when their length is wrong. */
export function decodeTerms<const fields extends readonly Width[]>(fields: fields, terms: Hex): Values<fields> | null {
  let at = 2
  const values = fields.map((field) => {
    const digits = terms.slice(at, at + 2 * widths[field])
    at += 2 * widths[field]
    return field === 'address' ? `0x${digits}` : digits
  })
  if (at !== terms.length) return null
  return values.map((digits) =>
    digits.startsWith('0x') ? toChecksumAddress(digits) : BigInt(`0x${digits}`),
  ) as unknown as Values<fields>
}
