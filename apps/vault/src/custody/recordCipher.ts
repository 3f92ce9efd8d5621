import { decodeBase64url, encodeBase64url, type WalletRecord, walletRecordAad } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { Bytes, Hold, SecretBytes } from '../secrets.ts'
import { decodeWalletPayload, encodeWalletPayload, type WalletPayload } from './walletPayload.ts'

/**
 * The wallet record's encryption (custody design, section 2.2): AES-256-GCM under HKDF-SHA256 of the vault key with the wallet's id as
 * salt; everything else in the record is additional data. The tag proves that two shares are a pair. A vault key encrypts one record per
 * change, so a random nonce does not repeat.
 */
export type WalletFacts = Omit<WalletRecord, 'ciphertext'>

const nonceLength = 12
const info = new TextEncoder().encode('latchkey wallet record')

const recordKey = async (vaultKey: SecretBytes, walletId: string): Promise<CryptoKey> => {
  const material = await crypto.subtle.importKey('raw', vaultKey, 'HKDF', false, ['deriveKey'])
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new TextEncoder().encode(walletId), info }
  const algorithm = { name: 'AES-GCM', length: 256 }
  return crypto.subtle.deriveKey(parameters, material, algorithm, false, ['encrypt', 'decrypt'])
}

export type SealRecordInput = {
  facts: WalletFacts
  payload: WalletPayload
  vaultKey: SecretBytes
  /** 12 random bytes. */
  nonce: Bytes
}

export const sealRecord = async (input: SealRecordInput, hold: Hold): Promise<WalletRecord> => {
  const key = await recordKey(input.vaultKey, input.facts.walletId)
  const plaintext = encodeWalletPayload(input.payload, hold)
  const parameters = { name: 'AES-GCM', iv: input.nonce, additionalData: walletRecordAad(input.facts) }
  const sealed = new Uint8Array(await crypto.subtle.encrypt(parameters, key, plaintext))
  const ciphertext = new Uint8Array(nonceLength + sealed.length)
  ciphertext.set(input.nonce)
  ciphertext.set(sealed, nonceLength)
  return { ...input.facts, ciphertext: encodeBase64url(ciphertext) }
}

/** Throws SHARE_INVALID when the key is not this record's, or the record was changed. */
export const openRecord = async (record: WalletRecord, vaultKey: SecretBytes, hold: Hold): Promise<WalletPayload> => {
  try {
    const key = await recordKey(vaultKey, record.walletId)
    const bytes = decodeBase64url(record.ciphertext)
    const parameters = {
      name: 'AES-GCM',
      iv: bytes.subarray(0, nonceLength),
      additionalData: walletRecordAad(record),
    }
    const plaintext = await crypto.subtle.decrypt(parameters, key, bytes.subarray(nonceLength))
    return decodeWalletPayload(hold(new Uint8Array(plaintext)), hold)
  } catch (cause) {
    throw new AppError('SHARE_INVALID', { cause })
  }
}
