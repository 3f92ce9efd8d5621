/**
 * SS58, the addresses of Polkadot and related networks: base58 of a prefix for the network, a 32-byte public key, and the first two bytes
 * of a BLAKE2b hash. One key has an address on each network.
 */
import { AppError } from '@latchkey/protocol/errors'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesOfBase58, textOfBase58 } from './base58.ts'

/** A decoded address: the network's prefix (0 to 16383; Polkadot 0, Kusama 2, any network 42), and the public key. */
export type PolkadotAddress = { readonly prefix: number; readonly publicKey: Uint8Array<ArrayBuffer> }

const keyLength = 32
const checksumLength = 2
const domain = /* @__PURE__ */ new TextEncoder().encode('SS58PRE')

/** Parses an untrusted address: alphabet, length and checksum. Throws ADDRESS_INVALID. */
export function parsePolkadotAddress(input: unknown): PolkadotAddress {
  const bytes = typeof input === 'string' && input.length <= 50 ? bytesOfBase58(input) : null
  const [first = 0, second = 0] = bytes ?? []
  const isLong = first >= 64
  const prefixLength = isLong ? 2 : 1
  if (bytes === null || first >= 128 || bytes.length !== prefixLength + keyLength + checksumLength)
    throw new AppError('ADDRESS_INVALID')
  const prefix = isLong ? ((first & 0x3f) << 2) | (second >> 6) | ((second & 0x3f) << 8) : first
  const publicKey = bytes.slice(prefixLength, prefixLength + keyLength)
  // Each address has one text: a small prefix is not written in two bytes.
  if (formatPolkadotAddress({ prefix, publicKey }) !== input) throw new AppError('ADDRESS_INVALID')
  return { prefix, publicKey }
}

/** Formats a public key as an address of the network with this prefix. Throws ADDRESS_INVALID. */
export function formatPolkadotAddress({ prefix, publicKey }: PolkadotAddress): string {
  if (publicKey.length !== keyLength || !Number.isInteger(prefix) || prefix < 0 || prefix > 0x3fff)
    throw new AppError('ADDRESS_INVALID')
  const head = prefix < 64 ? [prefix] : [((prefix & 0xfc) >> 2) | 0x40, (prefix >> 8) | ((prefix & 0x03) << 6)]
  const body = Uint8Array.from([...head, ...publicKey])
  const hash = blake2b(Uint8Array.from([...domain, ...body]))
  return textOfBase58(Uint8Array.from([...body, ...hash.subarray(0, checksumLength)]))
}
