import { canonicalJson } from './canonicalJson.ts'
import type { WalletRecord } from './endpoints/walletRecord.ts'

/**
 * The additional data of a wallet record's AES-GCM (custody design, section 2.2): the UTF-8 canonical JSON of every field
 * but the ciphertext. A record whose address, owner or generation was exchanged does not decrypt.
 */
export const walletRecordAad = (record: Omit<WalletRecord, 'ciphertext'>): Uint8Array<ArrayBuffer> => {
  const { walletId, userId, version, generation, addresses } = record
  const text = canonicalJson({ walletId, userId, version, generation, addresses: { eip155: addresses.eip155 } })
  return new TextEncoder().encode(text)
}
