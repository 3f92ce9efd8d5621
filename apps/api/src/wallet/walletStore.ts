import { type WalletRecord, walletRecord } from '@latchkey/api-client'
import type { Sql } from '@latchkey/service-kit/db/database'
import * as z from 'zod/mini'

export const findWallet = async (sql: Sql, userId: string): Promise<WalletRecord | null> => {
  const [row] = await sql<{ record: string }>`SELECT record FROM wallets WHERE user_id = ${userId}`
  return row === undefined ? null : z.parse(walletRecord, JSON.parse(row.record))
}

/** False when the person has a wallet already, or the id is taken. */
export const insertWallet = async (sql: Sql, record: WalletRecord, now: Date): Promise<boolean> => {
  const { userId, walletId, generation, revision } = record
  const rows = await sql`
    INSERT INTO wallets (user_id, wallet_id, generation, revision, record, created_at)
    VALUES (${userId}, ${walletId}, ${generation}, ${revision}, ${JSON.stringify(record)}, ${now})
    ON CONFLICT DO NOTHING RETURNING 1`
  return rows.length === 1
}

/** Compare-and-set: false unless the record that is there is the one before this. */
export const updateWallet = async (sql: Sql, record: WalletRecord): Promise<boolean> => {
  const { userId, walletId, generation, revision } = record
  const rows = await sql`
    UPDATE wallets SET generation = ${generation}, revision = ${revision}, record = ${JSON.stringify(record)}
    WHERE user_id = ${userId} AND wallet_id = ${walletId} AND revision = ${revision - 1} RETURNING 1`
  return rows.length === 1
}

export type StoredShare = { walletId: string; generation: number; ciphertext: Uint8Array }

/** One share a device and wallet: a device that enrols again replaces its own. */
export const putAuthShare = async (sql: Sql, deviceId: string, share: StoredShare, now: Date): Promise<void> => {
  await sql`
    INSERT INTO auth_shares (wallet_id, device_id, generation, ciphertext, created_at)
    VALUES (${share.walletId}, ${deviceId}, ${share.generation}, ${share.ciphertext}, ${now})
    ON CONFLICT (wallet_id, device_id)
    DO UPDATE SET generation = excluded.generation, ciphertext = excluded.ciphertext, created_at = excluded.created_at`
}

export const findAuthShare = async (
  sql: Sql,
  { walletId, generation, deviceId }: { walletId: string; generation: number; deviceId: string },
): Promise<Uint8Array | null> => {
  const [row] = await sql<{ ciphertext: Uint8Array }>`
    SELECT ciphertext FROM auth_shares WHERE wallet_id = ${walletId} AND generation = ${generation} AND device_id = ${deviceId}`
  return row?.ciphertext ?? null
}

/** The wallet's other devices can unlock it no more. */
export const deleteOtherAuthShares = async (sql: Sql, walletId: string, deviceId: string): Promise<void> => {
  await sql`DELETE FROM auth_shares WHERE wallet_id = ${walletId} AND device_id <> ${deviceId}`
}

/** One a wallet: the half of an older pair is gone, and with it what custody still keeps of that pair is worth nothing. */
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

/** The vault origin of this deployment, written with the first wallet and never changed: keys cannot move to another. */
export const readVaultOrigin = async (sql: Sql): Promise<string | null> => {
  const [row] = await sql<{ value: string }>`SELECT value FROM settings WHERE name = 'vault origin'`
  return row?.value ?? null
}
export const keepVaultOrigin = async (sql: Sql, origin: string): Promise<void> => {
  await sql`INSERT INTO settings (name, value) VALUES ('vault origin', ${origin}) ON CONFLICT DO NOTHING`
}
