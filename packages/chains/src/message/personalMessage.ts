import { hashMessage, hexToBytes } from 'viem/utils'
import { parseHexBytes } from '../hex/hex.ts'
import { readableText } from './readableText.ts'

/** What `personal_sign` is asked to sign. */
export type PersonalMessage = {
  bytes: Uint8Array
  /** The message as a person can read it, byte for byte what is signed; null when it is not such a text: show hex. */
  text: string | null
}

/** Parse the message of `personal_sign`: bytes in hex, as wallets exchange them. Throws INVALID_PARAMS. */
export function parsePersonalMessage(input: unknown): PersonalMessage {
  const bytes = hexToBytes(parseHexBytes(input, 'message'))
  return { bytes, text: readableText(bytes) }
}

/** The 32 bytes that are signed (EIP-191, version 0x45). */
export const personalMessageDigest = (message: Uint8Array): Uint8Array => hashMessage({ raw: message }, 'bytes')
