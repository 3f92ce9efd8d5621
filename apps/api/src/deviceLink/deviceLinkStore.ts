import { type Sql, single } from '@latchkey/service-kit/db/database'
import { type EarlierMails, type EmailLimits, placeOf } from '@latchkey/service-kit/mail/mailAllowance'

export type DeviceLinkRow = {
  linkId: string
  tokenHash: Uint8Array
  deviceId: string
  email: string
  number: string
  dappOrigin: string
  browser: string
  ipAddress: string
  createdAt: Date
  expiresAt: Date
}

/** No other link for this email, or asked for from this address, is made until the transaction ends. */
export const lockLinks = async (sql: Sql, email: string, ipAddress: string): Promise<void> => {
  // Always in this order; the numbers tell these locks from others.
  await sql`SELECT pg_advisory_xact_lock(4, hashtext(${email})), pg_advisory_xact_lock(5, hashtext(${ipAddress}))`
}

/** What was mailed before, and whether the account of this email has this device. */
export async function findEarlierLinks(
  sql: Sql,
  { deviceId, email, ipAddress }: Pick<DeviceLinkRow, 'deviceId' | 'email' | 'ipAddress'>,
  limits: EmailLimits,
): Promise<EarlierMails & { isKnownDevice: boolean }> {
  const row = single(
    await sql<{
      is_known: boolean
      last_unused_at: Date | null
      hour_at: Date | null
      day_at: Date | null
      network_at: Date | null
    }>`
      SELECT
        EXISTS (
          SELECT FROM devices JOIN users USING (user_id)
          WHERE device_id = ${deviceId} AND email = ${email} AND NOT is_unproved
        ) AS is_known,
        (SELECT CASE WHEN used_at IS NULL THEN created_at END FROM device_links
          WHERE device_id = ${deviceId} AND email = ${email} ORDER BY created_at DESC LIMIT 1) AS last_unused_at,
        (SELECT created_at FROM device_links WHERE email = ${email}
          ORDER BY created_at DESC OFFSET ${placeOf(limits.perEmailHour)} LIMIT 1) AS hour_at,
        (SELECT created_at FROM device_links WHERE email = ${email}
          ORDER BY created_at DESC OFFSET ${placeOf(limits.perEmailDay)} LIMIT 1) AS day_at,
        (SELECT created_at FROM device_links WHERE ip_address = ${ipAddress} AND used_at IS NULL
          ORDER BY created_at DESC OFFSET ${placeOf(limits.perNetworkHour)} LIMIT 1) AS network_at`,
  )
  return {
    isKnownDevice: row.is_known,
    lastUnusedAt: row.last_unused_at,
    filledAt: { perEmailHour: row.hour_at, perEmailDay: row.day_at, perNetworkHour: row.network_at },
  }
}

/** Earlier links of the same device and email are no longer good. */
export const insertLink = async (sql: Sql, link: DeviceLinkRow): Promise<void> => {
  await sql`
    WITH superseded AS (
      UPDATE device_links SET superseded = true WHERE device_id = ${link.deviceId} AND email = ${link.email}
    )
    INSERT INTO device_links (link_id, token_hash, device_id, email, number, dapp_origin, browser, ip_address, created_at, expires_at)
    VALUES (${link.linkId}, ${link.tokenHash}, ${link.deviceId}, ${link.email}, ${link.number}, ${link.dappOrigin},
      ${link.browser}, ${link.ipAddress}, ${link.createdAt}, ${link.expiresAt})`
}

/** Whether a link of this device still counts, and whether it was approved; null when it is over. */
export const findLink = async (
  sql: Sql,
  linkId: string,
  deviceId: string,
  now: Date,
): Promise<{ isApproved: boolean } | null> => {
  const [row] = await sql<{ approved_at: Date | null }>`
    SELECT approved_at FROM device_links
    WHERE link_id = ${linkId} AND device_id = ${deviceId} AND NOT superseded AND used_at IS NULL AND expires_at > ${now}`
  return row === undefined ? null : { isApproved: row.approved_at !== null }
}

export type WaitingLink = Pick<DeviceLinkRow, 'number' | 'dappOrigin' | 'browser' | 'ipAddress' | 'createdAt'>

/** A link that waits to be approved. */
export const findWaitingLink = async (sql: Sql, tokenHash: Uint8Array, now: Date): Promise<WaitingLink | null> => {
  const [row] = await sql<{
    number: string
    dapp_origin: string
    browser: string
    ip_address: string
    created_at: Date
  }>`
    SELECT number, dapp_origin, browser, ip_address, created_at FROM device_links
    WHERE token_hash = ${tokenHash} AND approved_at IS NULL AND NOT superseded AND expires_at > ${now}`
  if (row === undefined) return null
  const { number, dapp_origin: dappOrigin, browser, ip_address: ipAddress, created_at: createdAt } = row
  return { number, dappOrigin, browser, ipAddress, createdAt }
}

/** A row when the link is approved now; none when it was used before, or is over. Of calls that race one gets the row. */
export const approveLink = (sql: Sql, tokenHash: Uint8Array, now: Date): Promise<Record<string, unknown>[]> => sql`
  UPDATE device_links SET approved_at = ${now}
  WHERE token_hash = ${tokenHash} AND approved_at IS NULL AND NOT superseded AND expires_at > ${now} RETURNING 1`

/** A row when the link is over now; none when it was before, or is approved. */
export const declineLink = (sql: Sql, tokenHash: Uint8Array, now: Date): Promise<Record<string, unknown>[]> => sql`
  UPDATE device_links SET superseded = true
  WHERE token_hash = ${tokenHash} AND approved_at IS NULL AND NOT superseded AND expires_at > ${now} RETURNING 1`

export type Approval = { isKnown: boolean; isApproved: boolean }

/** Whether the account of this email has this device. Where it has not, uses up an approval of the device that was given after `since`. */
export const useApproval = async (
  sql: Sql,
  { deviceId, email }: { deviceId: string; email: string },
  since: Date,
  now: Date,
): Promise<Approval> => {
  const row = single(
    await sql<{ is_known: boolean; is_approved: boolean }>`
      WITH known AS (
        SELECT FROM devices JOIN users USING (user_id)
        WHERE device_id = ${deviceId} AND email = ${email} AND NOT is_unproved
      ), used AS (
        UPDATE device_links SET used_at = ${now}
        WHERE device_id = ${deviceId} AND email = ${email} AND approved_at > ${since} AND used_at IS NULL
          AND NOT EXISTS (SELECT FROM known)
        RETURNING 1
      )
      SELECT EXISTS (SELECT FROM known) AS is_known, EXISTS (SELECT FROM used) AS is_approved`,
  )
  return { isKnown: row.is_known, isApproved: row.is_approved }
}
