import type { Database } from '@latchkey/service-kit/db/database'
import { readVaultOrigin } from '../walletStore.ts'

/** Throws when the wallets of this database were made for another vault: browsers keep keys by origin. */
export async function requireSameVault(database: Database, vaultOrigin: string): Promise<void> {
  const stored = await database.transaction('api', readVaultOrigin)
  if (stored !== null && stored !== vaultOrigin) {
    throw new Error(
      `The wallets in this database belong to the vault at ${stored}, not ${vaultOrigin}: browsers keep keys by origin, and they cannot move`,
    )
  }
}
