import type { WalletRecord } from '@latchkey/api-client'
import { requireAddressProofs } from './requireAddressProofs.ts'
import { requireWalletSignature } from './requireWalletSignature.ts'

/** A record with what the wallet has signed of it. */
export type SignedChange = { record: WalletRecord; signature: string; addressProofs?: readonly string[] | undefined }

/**
 * Each record was made by the wallet itself from the one before it, and each address that it adds is proved. To be called for records that
 * `planChanges` has let pass. Throws SHARE_INVALID.
 */
export async function requireSignedChanges(first: WalletRecord, changes: readonly SignedChange[]): Promise<void> {
  let before = first
  for (const { record, signature, addressProofs = [] } of changes) {
    await requireWalletSignature(before, record, signature)
    await requireAddressProofs(record, before, addressProofs)
    before = record
  }
}
