import { decodeBase58 } from '@latchkey/chains'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { ImportFailure } from '../../screens/questions.ts'
import type { Hold, SecretBytes } from '../../secrets.ts'
import type { Source } from '../walletPayload.ts'
import { readMnemonic } from './readMnemonic.ts'

/** The parsed source of accounts, or why the input is not one. */
export type ReadSource = { source: Source } | { failed: ImportFailure }

/** Parses a user's input: UTF-8, as typed. */
export const readSource = (from: Source['kind'], typed: SecretBytes, hold: Hold): ReadSource =>
  ({ mnemonic: readMnemonic, evmKey: readEvmKey, solanaKey: readSolanaKey })[from](typed, hold)

const failed = (reason: 'characters' | 'length' | 'range' | 'mismatch'): ReadSource => ({ failed: { reason } })

/** 64 hexadecimal digits in any case, with or without `0x`: a number above zero and below the order of secp256k1. */
const readEvmKey = (typed: SecretBytes, hold: Hold): ReadSource => {
  const text = trimmed(typed)
  const [first, second = 0] = text
  const digits = first === 0x30 && (second | 0x20) === 0x78 ? text.subarray(2) : text
  if (!digits.every((character) => hexDigit(character) !== null)) return failed('characters')
  if (digits.length !== 64) return failed('length')
  const secret = hold(new Uint8Array(32))
  for (const at of secret.keys())
    secret[at] = ((hexDigit(digits[2 * at] ?? 0) ?? 0) << 4) | (hexDigit(digits[2 * at + 1] ?? 0) ?? 0)
  return secp256k1.utils.isValidSecretKey(secret) ? { source: { kind: 'evmKey', secret } } : failed('range')
}

const hexDigit = (character: number): number | null => {
  if (character >= 0x30 && character <= 0x39) return character - 0x30
  const lower = character | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : null
}

/** Base58 of a key pair as Solana's tools write it, 32 bytes of secret and 32 of public key, or of the secret alone. */
const readSolanaKey = (typed: SecretBytes, hold: Hold): ReadSource => {
  const text = trimmed(typed)
  // Longer than any key pair; decoding takes time that grows with the square.
  if (text.length > 128) return failed('length')
  const bytes = decodeBase58(text, hold)
  if (bytes === null) return failed('characters')
  if (bytes.length !== 64 && bytes.length !== 32) return failed('length')
  const secret = hold(bytes.slice(0, 32))
  const publicKey = ed25519.getPublicKey(secret)
  if (!bytes.subarray(32).every((byte, at) => byte === publicKey[at])) return failed('mismatch')
  return { source: { kind: 'solanaKey', secret } }
}

/** Without the white space of ASCII around it. */
const trimmed = (text: SecretBytes): Uint8Array<ArrayBuffer> => {
  const isSpace = (character: number): boolean => character === 0x20 || (character >= 0x09 && character <= 0x0d)
  const start = text.findIndex((character) => !isSpace(character))
  const end = text.findLastIndex((character) => !isSpace(character))
  return text.subarray(start === -1 ? 0 : start, end + 1)
}
