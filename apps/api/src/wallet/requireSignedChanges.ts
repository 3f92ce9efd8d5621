import type { WalletRecord } from '@latchkey/api-client'
import { requireAddressProofs } from './requireAddressProofs.ts'
import { requireWalletSignature } from './requireWalletSignature.ts'

/** A record with the wallet's signature. */
export type SignedChange = { record: WalletRecord; signature: string; addressProofs?: readonly string[] | undefined }

/**
 * Requires that the wallet itself made each record from the previous one, and that each added address is proved. Call it for records that
 * `planChanges` has accepted. Throws SHARE_INVALID.
 */
export async function requireSignedChanges(first: WalletRecord, changes: readonly SignedChange[]): Promise<void> {
  let before = first
  for (const { record, signature, addressProofs = [] } of changes) {
    await requireWalletSignature(before, record, signature)
    await requireAddressProofs(record, before, addressProofs)
    before = record
  }
}
