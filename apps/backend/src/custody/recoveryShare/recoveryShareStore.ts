import { timingSafeEqual } from 'node:crypto'
import type { Database } from '../../db/database.ts'

/** One recovery share: of this person's wallet, for this vault key. */
export type RecoveryShareId = { userId: string; walletId: string; generation: number; recoveryShareId: string }

/** Recovery shares, encrypted. They are inserted and read, never changed. */
export type RecoveryShareStore = {
  /**
   * `kept`: it is stored now, or was before with the same MAC. `refused`: another share stands in its place, or the
   * wallet is another person's.
   */
  insert(
    id: RecoveryShareId,
    share: { ciphertext: Uint8Array; mac: Uint8Array; createdAt: Date },
  ): Promise<'kept' | 'refused'>
  /** The ciphertext; null when this person has no such share. */
  find(id: RecoveryShareId): Promise<Uint8Array | null>
}

export function createRecoveryShareStore(database: Database): RecoveryShareStore {
  return {
    insert: ({ userId, walletId, generation }, { ciphertext, mac, createdAt }) =>
      database.transaction('custody', async (sql) => {
        await sql`
          INSERT INTO wallet_owners (wallet_id, user_id) VALUES (${walletId}, ${userId}) ON CONFLICT DO NOTHING`
        const owners = await sql`
          SELECT 1 FROM wallet_owners WHERE wallet_id = ${walletId} AND user_id = ${userId}`
        if (owners.length === 0) return 'refused'
        await sql`
          INSERT INTO recovery_shares (wallet_id, generation, user_id, ciphertext, share_mac, created_at)
          VALUES (${walletId}, ${generation}, ${userId}, ${ciphertext}, ${mac}, ${createdAt})
          ON CONFLICT DO NOTHING`
        const [row] = await sql<{ share_mac: Uint8Array }>`
          SELECT share_mac FROM recovery_shares WHERE wallet_id = ${walletId} AND generation = ${generation}`
        return row !== undefined && timingSafeEqual(row.share_mac, mac) ? 'kept' : 'refused'
      }),
    find: ({ userId, walletId, generation }) =>
      database.transaction('custody', async (sql) => {
        const [row] = await sql<{ ciphertext: Uint8Array }>`
          SELECT ciphertext FROM recovery_shares
          WHERE wallet_id = ${walletId} AND generation = ${generation} AND user_id = ${userId}`
        return row?.ciphertext ?? null
      }),
  }
}
