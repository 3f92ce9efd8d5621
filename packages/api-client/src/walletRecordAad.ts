import { canonicalJson } from './canonicalJson.ts'
import type { WalletRecord } from './endpoints/walletRecord.ts'

/**
 * Returns the additional data of a wallet record's AES-GCM (custody design, section 2.2): the UTF-8 canonical JSON of every field except
 * the ciphertext. A record with any changed field doesn't decrypt.
 */
export const walletRecordAad = (record: Omit<WalletRecord, 'ciphertext'>): Uint8Array<ArrayBuffer> => {
  const { walletId, userId, version, generation, revision, recoveryShareId, recovery, addresses } = record
  const { eip155, solana } = addresses
  const facts = { walletId, userId, version, generation, revision, recoveryShareId, recovery }
  return new TextEncoder().encode(canonicalJson({ ...facts, addresses: { eip155, solana } }))
}
