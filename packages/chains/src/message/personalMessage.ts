import { hashMessage, hexToBytes } from 'viem/utils'
import { parseHexBytes } from '../hex/hex.ts'

/** What `personal_sign` is asked to sign. */
export type PersonalMessage = {
  bytes: Uint8Array
  /** The message as a person can read it, byte for byte what is signed; null when it is not such a text: show hex. */
  text: string | null
}

// Control characters but tab and line ends, and the marks that reorder what is read (Unicode "bidi" embeddings,
// overrides and isolates): a text with these can read as something else than what it says.
const unreadable = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u

/** Parse the message of `personal_sign`: bytes in hex, as wallets exchange them. Throws INVALID_PARAMS. */
export function parsePersonalMessage(input: unknown): PersonalMessage {
  const bytes = hexToBytes(parseHexBytes(input, 'message'))
  return { bytes, text: readableText(bytes) }
}

/** The text that UTF-8 bytes stand for, or null if a person could not read all of it. */
export function readableText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return unreadable.test(text) ? null : text
  } catch {
    return null
  }
}

/** The 32 bytes that are signed (EIP-191, version 0x45). */
export const personalMessageDigest = (message: Uint8Array): Uint8Array => hashMessage({ raw: message }, 'bytes')
