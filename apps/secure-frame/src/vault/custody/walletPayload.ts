import type { Hold, SecretBytes } from './secrets.ts'

/**
 * The plaintext of a wallet record of version 1, in bytes so that no key becomes a string:
 *
 * | bytes  | what                                            |
 * |--------|-------------------------------------------------|
 * | 8      | when it was made, ms since 1970, big-endian     |
 * | 32     | entropy                                         |
 * | 1      | how many imported keys follow                   |
 * | 32 n   | imported EVM private keys, in order of addresses |
 */
export type WalletPayload = {
  createdAtMs: number
  /** 32 bytes. */
  entropy: SecretBytes
  /** 32 bytes each. */
  importedKeys: readonly SecretBytes[]
}

const keyLength = 32
const headLength = 8 + keyLength + 1

export const encodeWalletPayload = (payload: WalletPayload, hold: Hold): SecretBytes => {
  const bytes = hold(new Uint8Array(headLength + keyLength * payload.importedKeys.length))
  new DataView(bytes.buffer).setBigUint64(0, BigInt(payload.createdAtMs))
  bytes.set(payload.entropy, 8)
  bytes[8 + keyLength] = payload.importedKeys.length
  for (const [index, key] of payload.importedKeys.entries()) bytes.set(key, headLength + keyLength * index)
  return bytes
}

/** Throws RangeError unless the bytes are exactly one payload. */
export const decodeWalletPayload = (bytes: SecretBytes, hold: Hold): WalletPayload => {
  const count = bytes[headLength - 1]
  if (count === undefined || bytes.length !== headLength + keyLength * count) throw new RangeError('payload length')
  const createdAtMs = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0))
  if (!Number.isSafeInteger(createdAtMs)) throw new RangeError('payload time')
  const keyAt = (start: number): SecretBytes => hold(bytes.slice(start, start + keyLength))
  return {
    createdAtMs,
    entropy: keyAt(8),
    importedKeys: Array.from({ length: count }, (_, index) => keyAt(headLength + keyLength * index)),
  }
}
