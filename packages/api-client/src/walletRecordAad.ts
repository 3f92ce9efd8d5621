import { canonicalJson } from './canonicalJson.ts'
import type { WalletRecord } from './endpoints/walletRecord.ts'

/**
 * The additional data of a wallet record's AES-GCM (custody design, section 2.2): the UTF-8 canonical JSON of every field
 * but the ciphertext. A record of which any field was exchanged does not decrypt.
 */
export const walletRecordAad = (record: Omit<WalletRecord, 'ciphertext'>): Uint8Array<ArrayBuffer> => {
  const { walletId, userId, version, generation, revision, recoveryShareId, recovery, addresses } = record
  const { eip155, solana } = addresses
  const facts = { walletId, userId, version, generation, revision, recoveryShareId, recovery }
  return new TextEncoder().encode(canonicalJson({ ...facts, addresses: { eip155, solana } }))
}
