import { type WalletRecord, walletRecord } from '@latchkey/api-client'
import * as z from 'zod/mini'
import type { Sql } from '../../db/database.ts'

export type StoredWallet = { walletId: string; record: WalletRecord }

export const findWallet = async (sql: Sql, userId: string): Promise<StoredWallet | null> => {
  const [row] = await sql<{
    wallet_id: string
    record: string
  }>`SELECT wallet_id, record FROM wallets WHERE user_id = ${userId}`
  return row === undefined ? null : { walletId: row.wallet_id, record: z.parse(walletRecord, JSON.parse(row.record)) }
}

/** False when the person has a wallet already, or the id is taken. */
export const insertWallet = async (sql: Sql, record: WalletRecord, now: Date): Promise<boolean> => {
  const rows = await sql`
    INSERT INTO wallets (user_id, wallet_id, generation, record, created_at)
    VALUES (${record.userId}, ${record.walletId}, ${record.generation}, ${JSON.stringify(record)}, ${now})
    ON CONFLICT DO NOTHING RETURNING 1`
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
  walletId: string,
  generation: number,
  deviceId: string,
): Promise<Uint8Array | null> => {
  const [row] = await sql<{ ciphertext: Uint8Array }>`
    SELECT ciphertext FROM auth_shares WHERE wallet_id = ${walletId} AND generation = ${generation} AND device_id = ${deviceId}`
  return row?.ciphertext ?? null
}

export const insertRecoveryAuthShare = async (sql: Sql, share: StoredShare, now: Date): Promise<void> => {
  await sql`
    INSERT INTO recovery_auth_shares (wallet_id, generation, ciphertext, created_at)
    VALUES (${share.walletId}, ${share.generation}, ${share.ciphertext}, ${now})`
}

export const findRecoveryAuthShare = async (
  sql: Sql,
  walletId: string,
  generation: number,
): Promise<Uint8Array | null> => {
  const [row] = await sql<{ ciphertext: Uint8Array }>`
    SELECT ciphertext FROM recovery_auth_shares WHERE wallet_id = ${walletId} AND generation = ${generation}`
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
