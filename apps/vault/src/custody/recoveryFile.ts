import { canonicalJson, decodeBase64url, encodeBase64url, type WalletRecord } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import * as z from 'zod/mini'
import type { Bytes, Hold, SecretBytes } from '../secrets.ts'
import { decodeWalletPayload, encodeWalletPayload, type WalletPayload } from './walletPayload.ts'

/**
 * The recovery file: a wallet that opens with a passphrase and without a server (custody design, section 3). UTF-8 JSON.
 *
 * The plaintext is the wallet's payload (`walletPayload.ts`). AES-256-GCM, whose key is Argon2id of the passphrase in UTF-8 of its NFKC
 * form, one lane, 32 bytes; additional data: the canonical JSON of every field but `ciphertext`. A file has its own salt, so that its key
 * encrypts nothing else. This suffices to write another opener.
 */

const bytes = (length: number) => z.string().check(z.regex(/^[\w-]*$/), z.length(Math.ceil((length * 4) / 3)))

const recoveryFile = z.object({
  latchkey: z.literal('recovery file'),
  version: z.literal(1),
  /** When the file was made, ISO 8601 in UTC. */
  createdAt: z.string().check(z.maxLength(30), z.regex(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)),
  /** The addresses that it opens, by CAIP-2 namespace. */
  addresses: z.object({
    eip155: z.array(z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))).check(z.minLength(1), z.maxLength(64)),
    solana: z.array(z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))).check(z.minLength(1), z.maxLength(64)),
  }),
  kdf: z.object({
    name: z.literal('argon2id'),
    memoryKiB: z.literal(65_536),
    passes: z.literal(3),
    /** 16 bytes, base64url. */
    salt: bytes(16),
  }),
  cipher: z.literal('AES-256-GCM'),
  /** 12 bytes, base64url. */
  nonce: bytes(12),
  /** Ciphertext and tag, base64url. */
  ciphertext: z.string().check(z.regex(/^[\w-]+$/), z.maxLength(22_000)),
})
export type RecoveryFile = z.output<typeof recoveryFile>

export type MakeRecoveryFileInput = {
  createdAtMs: number
  addresses: WalletRecord['addresses']
  payload: WalletPayload
  /** Argon2id of the passphrase over `salt`, 32 bytes. */
  secret: SecretBytes
  /** 16 random bytes. */
  salt: Bytes
  /** 12 random bytes. */
  nonce: Bytes
}

/** Returns the file as text. */
export const makeRecoveryFile = async (input: MakeRecoveryFileInput, hold: Hold): Promise<string> => {
  const { createdAtMs, addresses, payload, secret, salt, nonce } = input
  const header: Omit<RecoveryFile, 'ciphertext'> = {
    latchkey: 'recovery file', // not words: the file's format
    version: 1,
    createdAt: new Date(createdAtMs).toISOString(),
    addresses,
    kdf: { name: 'argon2id', memoryKiB: 65_536, passes: 3, salt: encodeBase64url(salt) },
    cipher: 'AES-256-GCM',
    nonce: encodeBase64url(nonce),
  }
  const plaintext = encodeWalletPayload(payload, hold)
  const ciphertext = await crypto.subtle.encrypt(parametersOf(header), await keyOf(secret, 'encrypt'), plaintext)
  return `${JSON.stringify({ ...header, ciphertext: encodeBase64url(new Uint8Array(ciphertext)) }, null, 2)}\n`
}

/** Parses a file's text, as far as possible without its passphrase. Throws INVALID_PARAMS for an invalid file. */
export const readRecoveryFile = (text: string): RecoveryFile => {
  try {
    return z.parse(recoveryFile, JSON.parse(text))
  } catch (cause) {
    throw new AppError('INVALID_PARAMS', { cause })
  }
}

/** Returns a file's contents. Throws SHARE_INVALID when the secret is not the file's, or the file was changed. */
export const openRecoveryFile = async (file: RecoveryFile, secret: SecretBytes, hold: Hold): Promise<WalletPayload> => {
  try {
    const key = await keyOf(secret, 'decrypt')
    const plaintext = await crypto.subtle.decrypt(parametersOf(file), key, decodeBase64url(file.ciphertext))
    return decodeWalletPayload(hold(new Uint8Array(plaintext)), hold)
  } catch (cause) {
    throw new AppError('SHARE_INVALID', { cause })
  }
}

const keyOf = (secret: SecretBytes, usage: 'encrypt' | 'decrypt'): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', secret, 'AES-GCM', false, [usage])

const parametersOf = (file: Omit<RecoveryFile, 'ciphertext'>): AesGcmParams => {
  const { latchkey, version, createdAt, addresses, kdf, cipher, nonce } = file
  const header = canonicalJson({ latchkey, version, createdAt, addresses, kdf, cipher, nonce })
  return { name: 'AES-GCM', iv: decodeBase64url(nonce), additionalData: new TextEncoder().encode(header) }
}
