import {
  maxRecordsSent,
  type WalletHistory,
  type WalletRecord,
  walletHistory,
  walletRecord,
  walletSignatureDigest,
} from '@latchkey/api-client'
import { secondsLater } from '@latchkey/service-kit/clock'
import type { Sql } from '@latchkey/service-kit/db/database'
import { describeCause, type Log } from '@latchkey/service-kit/log'
import * as z from 'zod/mini'

export const findWallet = async (sql: Sql, userId: string): Promise<WalletRecord | null> => {
  const [row] = await sql<{ record: string }>`SELECT record FROM wallets WHERE user_id = ${userId}`
  return row === undefined ? null : parseRecord(row.record)
}

/** Returns the newest records that led to the user's wallet, with their signatures, as stored: see `tellHistory`. */
export const findHistory = async (sql: Sql, userId: string): Promise<unknown> => {
  const [row] = await sql<{ history: unknown }>`SELECT history FROM wallets WHERE user_id = ${userId}`
  return row?.history ?? []
}

/**
 * Returns the stored history from revision `since` on, in the form of `walletHistory` that devices get. An unreadable one is logged and
 * left out: a device needs the share that comes with it, but not the history.
 */
export async function tellHistory(stored: unknown, log: Log, since = 1): Promise<WalletHistory> {
  const { data, error } = z.safeParse(walletHistory, stored)
  if (error !== undefined)
    log({ level: 'error', event: 'wallet history cannot be read', authority: 'api', cause: describeCause(error) })
  const all = data ?? []
  const tell = async (step: WalletHistory[number]): Promise<WalletHistory[number]> => {
    const { record, signature } = step
    if (signature === undefined) return { record }
    if (!all.some((before) => before.record.revision === record.revision - 1)) return step
    return { record, signatureDigest: await walletSignatureDigest(signature) }
  }
  return Promise.all(all.filter(({ record }) => record.revision >= since).map(tell))
}

export const parseRecord = (stored: string): WalletRecord => z.parse(walletRecord, JSON.parse(stored))

/** The data stored with a new wallet: its first device's shares, and its vault. */
export type NewWallet = {
  record: WalletRecord
  history: WalletHistory
  deviceId: string
  authShare: Uint8Array
  recoveryAuthShare: Uint8Array
  vaultOrigin: string
}

/** Returns false, with nothing stored, when the user has a wallet already, or the id is taken. */
export const insertWallet = async (sql: Sql, wallet: NewWallet, now: Date): Promise<boolean> => {
  const { record, history, deviceId, authShare, recoveryAuthShare, vaultOrigin } = wallet
  const { userId, walletId, generation, revision, recoveryShareId } = record
  const rows = await sql`
    WITH added AS (
      INSERT INTO wallets (user_id, wallet_id, generation, revision, record, history, created_at)
      VALUES (${userId}, ${walletId}, ${generation}, ${revision}, ${JSON.stringify(record)}, ${JSON.stringify(history)}::text::jsonb, ${now})
      ON CONFLICT DO NOTHING RETURNING wallet_id, generation, created_at
    ), own AS (
      INSERT INTO auth_shares (wallet_id, device_id, generation, ciphertext, created_at)
      SELECT wallet_id, ${deviceId}::text, generation, ${authShare}::bytea, created_at FROM added
    ), recovery AS (
      INSERT INTO recovery_auth_shares (wallet_id, generation, recovery_share_id, ciphertext, created_at)
      SELECT wallet_id, generation, ${recoveryShareId}::uuid, ${recoveryAuthShare}::bytea, created_at FROM added
    ), origin AS (
      -- Written with the first wallet and never changed: keys cannot move to another.
      INSERT INTO settings (name, value) SELECT 'vault origin', ${vaultOrigin}::text FROM added ON CONFLICT DO NOTHING
    )
    SELECT 1 FROM added`
  return rows.length === 1
}

/** Compare-and-set: returns false unless the stored record has the revision of `before`. `steps`: the records from there to `record`. */
export const updateWallet = async (
  sql: Sql,
  record: WalletRecord,
  { before, steps }: { before: WalletRecord; steps: WalletHistory },
): Promise<boolean> => {
  const { userId, walletId, generation, revision } = record
  const rows = await sql`
    UPDATE wallets SET generation = ${generation}, revision = ${revision}, record = ${JSON.stringify(record)},
      history = jsonb_path_query_array(history || ${JSON.stringify(steps)}::text::jsonb, ${`$[last - ${maxRecordsSent - 1} to last]`}::text::jsonpath)
    WHERE user_id = ${userId} AND wallet_id = ${walletId} AND revision = ${before.revision} RETURNING 1`
  return rows.length === 1
}

/** A report counts for so many revisions: that many changes by the wallet's key end a false one. */
const maxReportedRevisions = 8

/** The duration of a report: a lost browser, or one that can't send its record, blocks recovery no longer than this. */
const reportSeconds = 14 * 24 * 60 * 60

/**
 * Records that a device has a later revision of a wallet than the stored one and any reported one. Returns false when it is not later.
 * Reports count from the first one on, until the wallet reaches the reported revision. Further reports don't extend that time.
 */
export const noteRevision = async (
  sql: Sql,
  userId: string,
  { walletId, revision }: { walletId: string; revision: number },
  now: Date,
): Promise<boolean> => {
  const rows = await sql`
    UPDATE wallets
    SET reported_revision = least(${revision}::integer, revision + ${maxReportedRevisions}),
      reported_at = CASE WHEN reported_at IS NOT NULL AND reported_revision > revision THEN reported_at ELSE ${now} END
    WHERE user_id = ${userId} AND wallet_id = ${walletId}
      AND least(${revision}::integer, revision + ${maxReportedRevisions}) > greatest(revision, CASE WHEN reported_at IS NULL THEN 0 ELSE reported_revision END)
    RETURNING 1`
  return rows.length > 0
}

/** Returns whether a device has reported a later revision than the stored one in the last 14 days. */
export const isOutdated = async (sql: Sql, walletId: string, now: Date): Promise<boolean> => {
  const rows = await sql`
    SELECT FROM wallets WHERE wallet_id = ${walletId} AND reported_revision > revision
      AND (reported_at IS NULL OR reported_at > ${secondsLater(now, -reportSeconds)})`
  return rows.length > 0
}

export type StoredShare = { walletId: string; generation: number; ciphertext: Uint8Array }

/** One share per device and wallet: a device that enrolls again replaces its own. */
export const putAuthShare = async (sql: Sql, deviceId: string, share: StoredShare, now: Date): Promise<void> => {
  await sql`
    INSERT INTO auth_shares (wallet_id, device_id, generation, ciphertext, created_at)
    VALUES (${share.walletId}, ${deviceId}, ${share.generation}, ${share.ciphertext}, ${now})
    ON CONFLICT (wallet_id, device_id)
    DO UPDATE SET generation = excluded.generation, ciphertext = excluded.ciphertext, created_at = excluded.created_at`
}

export type UnlockRow = {
  authenticated_at: Date
  record: string | null
  history: unknown
  ciphertext: Uint8Array | null
}

/**
 * Returns an open session with the user's wallet and the device's auth share, if there are any; no row when the session has ended. The
 * history begins one revision before `since`, and is null without it.
 */
export const findToUnlock = (
  sql: Sql,
  { sessionId, deviceId, since, now }: { sessionId: string; deviceId: string; since: number | undefined; now: Date },
): Promise<UnlockRow[]> => sql<UnlockRow>`
  SELECT sessions.authenticated_at, wallets.record, auth_shares.ciphertext,
    CASE WHEN ${since ?? null}::integer IS NOT NULL THEN
      jsonb_path_query_array(wallets.history, '$[*] ? (@.record.revision >= $since)', jsonb_build_object('since', ${since ?? null}::integer - 1))
    END AS history
  FROM sessions
  LEFT JOIN wallets ON wallets.user_id = sessions.user_id
  LEFT JOIN auth_shares
    ON auth_shares.wallet_id = wallets.wallet_id AND auth_shares.generation = wallets.generation
      AND auth_shares.device_id = ${deviceId}
  WHERE session_id = ${sessionId} AND revoked_at IS NULL AND sessions.expires_at > ${now}
  FOR SHARE OF sessions`

/** The wallet's other devices can no longer unlock it. */
export const deleteOtherAuthShares = async (sql: Sql, walletId: string, deviceId: string): Promise<void> => {
  await sql`DELETE FROM auth_shares WHERE wallet_id = ${walletId} AND device_id <> ${deviceId}`
}

/** One per wallet: the previous pair's share is deleted, which makes custody's share of that pair worthless. */
export const putRecoveryAuthShare = async (
  sql: Sql,
  share: StoredShare & { recoveryShareId: string },
  now: Date,
): Promise<void> => {
  await sql`
    INSERT INTO recovery_auth_shares (wallet_id, generation, recovery_share_id, ciphertext, created_at)
    VALUES (${share.walletId}, ${share.generation}, ${share.recoveryShareId}, ${share.ciphertext}, ${now})
    ON CONFLICT (wallet_id) DO UPDATE SET
      generation = excluded.generation, recovery_share_id = excluded.recovery_share_id, ciphertext = excluded.ciphertext,
      created_at = excluded.created_at`
}

export const findRecoveryAuthShare = async (
  sql: Sql,
  { walletId, generation, recoveryShareId }: { walletId: string; generation: number; recoveryShareId: string },
): Promise<Uint8Array | null> => {
  const [row] = await sql<{ ciphertext: Uint8Array }>`
    SELECT ciphertext FROM recovery_auth_shares
    WHERE wallet_id = ${walletId} AND generation = ${generation} AND recovery_share_id = ${recoveryShareId}`
  return row?.ciphertext ?? null
}

/** Returns the vault origin of this deployment, written with the first wallet and never changed: keys cannot move to another. */
export const readVaultOrigin = async (sql: Sql): Promise<string | null> => {
  const [row] = await sql<{ value: string }>`SELECT value FROM settings WHERE name = 'vault origin'`
  return row?.value ?? null
}
