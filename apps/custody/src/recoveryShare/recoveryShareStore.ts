import { timingSafeEqual } from 'node:crypto'
import type { Database, Sql } from '@latchkey/service-kit/db/database'

/** One recovery share: of this user's wallet, for this vault key, of the pair that a record names. */
export type RecoveryShareId = { userId: string; walletId: string; generation: number; recoveryShareId: string }

/** Recovery shares, encrypted. A share never changes; custody can't know which of them the api will commit. */
export type RecoveryShareStore = {
  /**
   * `kept`: it is stored now, in one transaction with `also`; `known`: it was before. From then on it counts as offered for `revision`.
   * `refused`: another share is stored in its place, it was dropped, or the wallet is another user's.
   */
  insert(
    id: RecoveryShareId,
    share: {
      ciphertext: Uint8Array
      mac: Uint8Array
      /** Returns whether a ciphertext holds the same share: its MAC may be of a deleted key. Default: it does not. */
      isIn?: (ciphertext: Uint8Array) => Promise<boolean>
      revision: number
      createdAt: Date
    },
    also: (sql: Sql) => Promise<void>,
  ): Promise<'kept' | 'known' | 'refused'>
  /** Returns the ciphertext; null when this user has no such share. */
  find(id: RecoveryShareId): Promise<Uint8Array | null>
  /** Serialized with all operations on one user's shares. */
  noted(userId: string, work: (sql: Sql) => Promise<void>): Promise<void>
  /**
   * The record of `revision` was committed with this share. Deletes every other share of the wallet that was offered for this revision or
   * an earlier one, since it can no longer be committed, and every share of another wallet, since a user's wallet never changes. None of
   * them is accepted again, until an epoch begins (`beginEpoch`). Returns false when this user has no such share: then none is deleted.
   */
  settle(
    settled: { userId: string; walletId: string; recoveryShareId: string; revision: number },
    also: (sql: Sql) => Promise<void>,
  ): Promise<boolean>
}

export function createRecoveryShareStore(database: Database): RecoveryShareStore {
  /** A share that is offered again must not be deleted by an earlier settlement. */
  const ofPerson = <result>(userId: string, work: (sql: Sql) => Promise<result>): Promise<result> =>
    database.transaction('custody', async (sql) => {
      // The number separates this kind of lock from others.
      await sql`SELECT pg_advisory_xact_lock(6, hashtext(${userId}))`
      return work(sql)
    })
  return {
    insert: ({ userId, walletId, generation, recoveryShareId }, { ciphertext, mac, isIn, revision, createdAt }, also) =>
      ofPerson(userId, async (sql) => {
        await sql`
          INSERT INTO wallet_owners (wallet_id, user_id) VALUES (${walletId}, ${userId}) ON CONFLICT DO NOTHING`
        const [owned] = await sql<{
          share_mac: Uint8Array | null
          generation: number | null
          ciphertext: Uint8Array | null
          is_dropped: boolean
        }>`
          SELECT share_mac, generation, ciphertext,
            EXISTS (
              SELECT FROM dropped_recovery_shares WHERE wallet_id = ${walletId} AND recovery_share_id = ${recoveryShareId}
            ) AS is_dropped
          FROM wallet_owners
          LEFT JOIN recovery_shares
            ON recovery_shares.wallet_id = wallet_owners.wallet_id AND recovery_share_id = ${recoveryShareId}
          WHERE wallet_owners.wallet_id = ${walletId} AND wallet_owners.user_id = ${userId}`
        if (owned === undefined || owned.is_dropped) return 'refused'
        if (owned.share_mac === null) {
          await sql`
            INSERT INTO recovery_shares
              (wallet_id, generation, recovery_share_id, user_id, ciphertext, share_mac, revision, created_at)
            VALUES
              (${walletId}, ${generation}, ${recoveryShareId}, ${userId}, ${ciphertext}, ${mac}, ${revision}, ${createdAt})`
          await also(sql)
          return 'kept'
        }
        // Its MAC covers the generation too.
        const isKnown =
          timingSafeEqual(owned.share_mac, mac) ||
          (owned.generation === generation && owned.ciphertext !== null && (await isIn?.(owned.ciphertext)) === true)
        if (!isKnown) return 'refused'
        await sql`
          UPDATE recovery_shares SET revision = greatest(revision, ${revision})
          WHERE wallet_id = ${walletId} AND recovery_share_id = ${recoveryShareId}`
        return 'known'
      }),
    find: ({ userId, walletId, generation, recoveryShareId }) =>
      database.transaction('custody', async (sql) => {
        const [row] = await sql<{ ciphertext: Uint8Array }>`
          SELECT ciphertext FROM recovery_shares
          WHERE wallet_id = ${walletId} AND generation = ${generation} AND recovery_share_id = ${recoveryShareId}
            AND user_id = ${userId}
            AND NOT EXISTS (
              SELECT FROM dropped_recovery_shares WHERE wallet_id = ${walletId} AND recovery_share_id = ${recoveryShareId}
            )`
        return row?.ciphertext ?? null
      }),
    noted: ofPerson,
    settle: ({ userId, walletId, recoveryShareId, revision }, also) =>
      ofPerson(userId, async (sql) => {
        const committed = await sql`
          SELECT 1 FROM recovery_shares
          WHERE wallet_id = ${walletId} AND user_id = ${userId} AND recovery_share_id = ${recoveryShareId}`
        if (committed.length === 0) return false
        const dropped = await sql`
          WITH dropped AS (
            DELETE FROM recovery_shares
            WHERE user_id = ${userId}
              AND (wallet_id <> ${walletId} OR (recovery_share_id <> ${recoveryShareId} AND revision <= ${revision}))
            RETURNING wallet_id, recovery_share_id
          ), remembered AS (
            INSERT INTO dropped_recovery_shares SELECT wallet_id, recovery_share_id FROM dropped ON CONFLICT DO NOTHING
          )
          SELECT 1 FROM dropped`
        if (dropped.length > 0) await also(sql)
        return true
      }),
  }
}
