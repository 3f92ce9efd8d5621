import { encodeBase58 } from '@latchkey/chains'
import { ed25519 } from '@noble/curves/ed25519.js'
import type { Bytes, Hold, SecretBytes } from '../secrets.ts'
import { mnemonicBytes } from './mnemonic.ts'
import type { Source } from './walletPayload.ts'

/**
 * Encodes a source of accounts as other wallets import it, in ASCII: BIP-39 words with one space between them, `0x` and 64 hexadecimal
 * digits, or base58 of a Solana key pair, 32 bytes of secret and 32 of public key.
 */
export const exportText = ({ kind, secret }: Source, hold: Hold): Bytes => {
  if (kind === 'mnemonic') return mnemonicBytes(secret, hold)
  if (kind === 'evmKey') return hexText(secret, hold)
  const pair = hold(new Uint8Array(64))
  pair.set(secret)
  pair.set(ed25519.getPublicKey(secret), 32)
  return encodeBase58(pair, hold)
}

const hexDigits = new TextEncoder().encode('0123456789abcdef')

const hexText = (bytes: SecretBytes, hold: Hold): SecretBytes => {
  const text = hold(new Uint8Array(2 + 2 * bytes.length))
  text.set([0x30, 0x78])
  for (const [at, byte] of bytes.entries()) text.set([hexDigits[byte >> 4] ?? 0, hexDigits[byte & 15] ?? 0], 2 + 2 * at)
  return text
}
