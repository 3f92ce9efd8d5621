import type { Sql } from '@latchkey/service-kit/db/database'

export type DeviceUse = { userId: string; deviceId: string; userAgent: string; dappOrigin: string; now: Date }

/** Returns the user's other devices that were last used before `since` or are not among the `most` used last. */
export const recordDevice = async (
  sql: Sql,
  { userId, deviceId, userAgent, dappOrigin, now }: DeviceUse,
  { since, most }: { since: Date; most: number },
): Promise<string[]> => {
  const rows = await sql<{ device_id: string }>`
    WITH recorded AS (
      INSERT INTO devices (user_id, device_id, created_at, last_used_at, user_agent, dapp_origin)
      VALUES (${userId}, ${deviceId}, ${now}, ${now}, ${userAgent}, ${dappOrigin})
      ON CONFLICT (user_id, device_id) DO UPDATE SET
        last_used_at = excluded.last_used_at, dapp_origin = excluded.dapp_origin, is_unproved = false
    )
    SELECT device_id FROM (
      SELECT device_id, last_used_at, row_number() OVER (ORDER BY last_used_at DESC, device_id) AS place
      FROM devices WHERE user_id = ${userId} AND device_id <> ${deviceId}
    ) AS others
    WHERE last_used_at < ${since} OR place >= ${most}`
  return rows.map(({ device_id }) => device_id)
}

export const touchDevice = async (sql: Sql, userId: string, deviceId: string, now: Date): Promise<void> => {
  await sql`UPDATE devices SET last_used_at = ${now} WHERE user_id = ${userId} AND device_id = ${deviceId}`
}

export type StoredDevice = {
  deviceId: string
  name: string
  browser: string
  dappOrigin: string
  createdAt: Date
  lastUsedAt: Date
}

/** Returns a user's devices, last used first. */
export const readDevices = async (sql: Sql, userId: string): Promise<StoredDevice[]> => {
  const rows = await sql<{
    device_id: string
    name: string
    user_agent: string
    dapp_origin: string
    created_at: Date
    last_used_at: Date
  }>`
    SELECT device_id, name, user_agent, dapp_origin, created_at, last_used_at FROM devices
    WHERE user_id = ${userId} ORDER BY last_used_at DESC, device_id`
  return rows.map((row) => ({
    deviceId: row.device_id,
    name: row.name,
    browser: row.user_agent,
    dappOrigin: row.dapp_origin,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }))
}

/** Returns false when the user has no such device. */
export const nameDevice = async (sql: Sql, userId: string, deviceId: string, name: string): Promise<boolean> => {
  const rows = await sql`
    UPDATE devices SET name = ${name} WHERE user_id = ${userId} AND device_id = ${deviceId} RETURNING 1`
  return rows.length === 1
}

/** Returns every user who has this device. */
export const findDeviceOwners = async (sql: Sql, deviceId: string): Promise<string[]> => {
  const rows = await sql<{ user_id: string }>`SELECT user_id FROM devices WHERE device_id = ${deviceId}`
  return rows.map(({ user_id }) => user_id)
}

/**
 * Ends all of a device's sessions and deletes its auth share, so that it can no longer unlock anything. Returns false when the user had no
 * such device.
 */
export const forgetDevice = async (sql: Sql, userId: string, deviceId: string, now: Date): Promise<boolean> => {
  await sql`UPDATE sessions SET revoked_at = ${now} WHERE user_id = ${userId} AND device_id = ${deviceId} AND revoked_at IS NULL`
  await sql`
    DELETE FROM auth_shares WHERE device_id = ${deviceId}
      AND wallet_id IN (SELECT wallet_id FROM wallets WHERE user_id = ${userId})`
  const rows = await sql`DELETE FROM devices WHERE user_id = ${userId} AND device_id = ${deviceId} RETURNING 1`
  return rows.length === 1
}

/** Returns whether a restored backup had this device of the user; false when nothing was ever restored. */
export const isOfBackup = async (sql: Sql, userId: string, deviceId: string): Promise<boolean> => {
  const rows = await sql`
    SELECT FROM devices WHERE user_id = ${userId} AND device_id = ${deviceId} AND created_at < (SELECT max(at) FROM restores)`
  return rows.length > 0
}

/** Returns the user's devices that have not signed in since a backup that had them was restored. */
export const findUnproved = async (sql: Sql, userId: string): Promise<string[]> => {
  const rows = await sql<{ device_id: string }>`
    SELECT device_id FROM devices WHERE user_id = ${userId} AND is_unproved`
  return rows.map(({ device_id }) => device_id)
}
