import { hashMessage, hexToBytes } from 'viem/utils'
import { parseHexBytes } from '../hex/hex.ts'
import { readableText } from './readableText.ts'

/** The parsed message of `personal_sign`. */
export type PersonalMessage = {
  bytes: Uint8Array
  /** The message as readable text, equal to the signed bytes; null when it isn't readable: show hex. */
  text: string | null
}

/** Parses the message of `personal_sign`: bytes in hex, as wallets exchange them. Throws INVALID_PARAMS. */
export function parsePersonalMessage(input: unknown): PersonalMessage {
  const bytes = hexToBytes(parseHexBytes(input, 'message'))
  return { bytes, text: readableText(bytes) }
}

/** The 32 bytes that are signed (EIP-191, version 0x45). */
export const personalMessageDigest = (message: Uint8Array): Uint8Array => hashMessage({ raw: message }, 'bytes')
