import type { Sql } from '@latchkey/service-kit/db/database'
import type { EarlierMails, MailFilter } from '@latchkey/service-kit/mail/mailAllowance'

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
  await sql`SELECT pg_advisory_xact_lock(4, hashtext(${email}))`
  await sql`SELECT pg_advisory_xact_lock(5, hashtext(${ipAddress}))`
}

export const earlierLinks = (sql: Sql): EarlierMails => ({
  async lastUnusedAt(deviceId, email) {
    const [row] = await sql<{ created_at: Date; used_at: Date | null }>`
      SELECT created_at, used_at FROM device_links WHERE device_id = ${deviceId} AND email = ${email}
      ORDER BY created_at DESC LIMIT 1`
    return row === undefined || row.used_at !== null ? null : row.created_at
  },
  async nthNewestAt(filter, count) {
    const [row] = await newestFirst(sql, filter, count - 1)
    return row?.created_at ?? null
  },
})

function newestFirst(sql: Sql, filter: MailFilter, skip: number): Promise<{ created_at: Date }[]> {
  switch (filter.by) {
    case 'device':
      return sql`
        SELECT created_at FROM device_links WHERE device_id = ${filter.deviceId} AND email = ${filter.email}
        ORDER BY created_at DESC OFFSET ${skip} LIMIT 1`
    case 'email':
      return sql`
        SELECT created_at FROM device_links WHERE email = ${filter.email} ORDER BY created_at DESC OFFSET ${skip} LIMIT 1`
    case 'address':
      return sql`
        SELECT created_at FROM device_links WHERE ip_address = ${filter.ipAddress}
        ORDER BY created_at DESC OFFSET ${skip} LIMIT 1`
  }
}

/** Earlier links of the same device and email are no longer good. */
export const insertLink = async (sql: Sql, link: DeviceLinkRow, olderThan: Date): Promise<void> => {
  await sql`DELETE FROM device_links WHERE created_at < ${olderThan}`
  await sql`
    UPDATE device_links SET superseded = true WHERE device_id = ${link.deviceId} AND email = ${link.email}`
  await sql`
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

/** False when the link was used before, or is over. Of calls that race one is answered true. */
export const approveLink = async (sql: Sql, tokenHash: Uint8Array, now: Date): Promise<boolean> => {
  const rows = await sql`
    UPDATE device_links SET approved_at = ${now}
    WHERE token_hash = ${tokenHash} AND approved_at IS NULL AND NOT superseded AND expires_at > ${now} RETURNING 1`
  return rows.length === 1
}

/** Uses up an approval of this device for this email, given after `since`. False when there is none. */
export const useApproval = async (
  sql: Sql,
  { deviceId, email }: { deviceId: string; email: string },
  since: Date,
  now: Date,
): Promise<boolean> => {
  const rows = await sql`
    UPDATE device_links SET used_at = ${now}
    WHERE device_id = ${deviceId} AND email = ${email} AND approved_at > ${since} AND used_at IS NULL RETURNING 1`
  return rows.length > 0
}

/** Whether the account of this email has this device. */
export const isKnownDevice = async (sql: Sql, deviceId: string, email: string): Promise<boolean> => {
  const rows = await sql`
    SELECT 1 FROM devices JOIN users USING (user_id) WHERE device_id = ${deviceId} AND email = ${email}`
  return rows.length > 0
}
