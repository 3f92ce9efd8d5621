import { type Sql, single } from '@latchkey/service-kit/db/database'
import {
  type EarlierMails,
  type EarlierMailsRow,
  type EmailLimits,
  earlierMailsOf,
  placesToRead,
  type Requester,
} from '@latchkey/service-kit/limits/mailLimits'
import type { Networks } from '@latchkey/service-kit/rateLimits/networkOf'

export type DeviceLinkRow = {
  linkId: string
  tokenHash: Uint8Array
  deviceId: string
  email: string
  number: string
  dappOrigin: string
  browser: string
  networks: Networks
  requester: Requester
  createdAt: Date
  expiresAt: Date
}

/** Until the transaction ends, no other link is made for this email or from these networks. */
export const lockLinks = async (sql: Sql, email: string, { network, wide, widest }: Networks): Promise<void> => {
  // Always in this order, from the narrowest network on; the numbers separate these locks from others.
  await sql`
    SELECT pg_advisory_xact_lock(4, hashtext(${email})), pg_advisory_xact_lock(5, hashtext(${network})),
      pg_advisory_xact_lock(18, hashtext(${wide ?? network})), pg_advisory_xact_lock(19, hashtext(${widest ?? network}))`
}

/** Finds the requester's earlier mails; `networkMac` is the digest of the network and the email. A known device needs no link. */
export async function findEarlierLinks(
  sql: Sql,
  {
    deviceId,
    email,
    networks,
    networkMac,
  }: Pick<DeviceLinkRow, 'deviceId' | 'email' | 'networks'> & { networkMac: Uint8Array },
  limits: EmailLimits,
): Promise<EarlierMails> {
  const { network, wide, widest } = networks
  const { places, known, most } = placesToRead(limits)
  const row = single(
    await sql<EarlierMailsRow>`
        WITH who AS (
          SELECT CASE
            WHEN EXISTS (
              SELECT FROM devices JOIN users USING (user_id)
              WHERE device_id = ${deviceId} AND email = ${email} AND NOT is_unproved
            ) THEN 'knownDevice'
            WHEN EXISTS (
              SELECT FROM known_networks JOIN users USING (user_id) WHERE network_mac = ${networkMac} AND email = ${email}
            ) THEN 'knownNetwork'
            ELSE 'stranger'
          END AS requester
        ), of_email AS (
          SELECT created_at FROM (
            SELECT created_at FROM device_links, who WHERE email = ${email} AND from_known_network = (requester = 'knownNetwork')
            UNION ALL
            SELECT created_at FROM email_changes, who WHERE new_email = ${email} AND requester <> 'knownNetwork'
          ) AS mails
          ORDER BY created_at DESC LIMIT ${most('emailHour', 'emailDay')}
        ), of_network AS (
          SELECT created_at FROM device_links WHERE ip_address = ${network} AND NOT from_known_network AND used_at IS NULL
          ORDER BY created_at DESC LIMIT ${most('network')}
        ), of_wide AS (
          SELECT created_at FROM device_links WHERE wide_network = ${wide}::text AND NOT from_known_network AND used_at IS NULL
          ORDER BY created_at DESC LIMIT ${most('wideNetwork')}
        ), of_widest AS (
          SELECT created_at FROM device_links WHERE widest_network = ${widest}::text AND NOT from_known_network AND used_at IS NULL
          ORDER BY created_at DESC LIMIT ${most('widestNetwork')}
        )
        SELECT requester,
          (SELECT CASE WHEN used_at IS NULL THEN created_at END FROM device_links
            WHERE device_id = ${deviceId} AND email = ${email} ORDER BY created_at DESC LIMIT 1) AS last_unused_at,
          (SELECT created_at FROM of_email OFFSET (SELECT CASE requester WHEN 'stranger' THEN ${places.emailHour.full}::bigint ELSE ${known.emailHour.full}::bigint END FROM who) LIMIT 1) AS hour_full,
          (SELECT created_at FROM of_email OFFSET (SELECT CASE requester WHEN 'stranger' THEN ${places.emailHour.free}::bigint ELSE ${known.emailHour.free}::bigint END FROM who) LIMIT 1) AS hour_free,
          (SELECT created_at FROM of_email OFFSET (SELECT CASE requester WHEN 'stranger' THEN ${places.emailDay.full}::bigint ELSE ${known.emailDay.full}::bigint END FROM who) LIMIT 1) AS day_full,
          (SELECT created_at FROM of_email OFFSET (SELECT CASE requester WHEN 'stranger' THEN ${places.emailDay.free}::bigint ELSE ${known.emailDay.free}::bigint END FROM who) LIMIT 1) AS day_free,
          (SELECT created_at FROM of_network OFFSET ${places.network.full} LIMIT 1) AS network_full,
          (SELECT created_at FROM of_network OFFSET ${places.network.free} LIMIT 1) AS network_free,
          (SELECT created_at FROM of_wide OFFSET ${places.wideNetwork.full} LIMIT 1) AS wide_full,
          (SELECT created_at FROM of_wide OFFSET ${places.wideNetwork.free} LIMIT 1) AS wide_free,
          (SELECT created_at FROM of_widest OFFSET ${places.widestNetwork.full} LIMIT 1) AS widest_full,
          (SELECT created_at FROM of_widest OFFSET ${places.widestNetwork.free} LIMIT 1) AS widest_free
        FROM who`,
  )
  return earlierMailsOf(row)
}

/** Invalidates earlier links of the same device and email. */
export const insertLink = async (sql: Sql, link: DeviceLinkRow): Promise<void> => {
  const { network, wide, widest } = link.networks
  await sql`
    WITH superseded AS (
      UPDATE device_links SET superseded = true WHERE device_id = ${link.deviceId} AND email = ${link.email}
    )
    INSERT INTO device_links
      (link_id, token_hash, device_id, email, number, dapp_origin, browser, ip_address, wide_network, widest_network,
       from_known_network, created_at, expires_at)
    VALUES (${link.linkId}, ${link.tokenHash}, ${link.deviceId}, ${link.email}, ${link.number}, ${link.dappOrigin},
      ${link.browser}, ${network}, ${wide}, ${widest}, ${link.requester === 'knownNetwork'}, ${link.createdAt}, ${link.expiresAt})`
}

/** Returns whether a link of this device is approved; null when it has expired. */
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

export type WaitingLink = Pick<DeviceLinkRow, 'number' | 'dappOrigin' | 'browser' | 'createdAt'> & { network: string }

/** Finds a link that is waiting for approval. */
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
  const { number, dapp_origin: dappOrigin, browser, ip_address: network, created_at: createdAt } = row
  return { number, dappOrigin, browser, network, createdAt }
}

/** Returns a row when the link is approved now; none when it was used before, or has expired. Of concurrent calls, one gets the row. */
export const approveLink = (sql: Sql, tokenHash: Uint8Array, now: Date): Promise<Record<string, unknown>[]> => sql`
  UPDATE device_links SET approved_at = ${now}
  WHERE token_hash = ${tokenHash} AND approved_at IS NULL AND NOT superseded AND expires_at > ${now} RETURNING 1`

/** Returns a row when the link is declined now; none when it was before, or is approved. */
export const declineLink = (sql: Sql, tokenHash: Uint8Array, now: Date): Promise<Record<string, unknown>[]> => sql`
  UPDATE device_links SET superseded = true
  WHERE token_hash = ${tokenHash} AND approved_at IS NULL AND NOT superseded AND expires_at > ${now} RETURNING 1`

export type Approval = { isKnown: boolean; isApproved: boolean }

/**
 * Returns whether the account of this email has this device. If not, uses up the approval of its newest link, if that was given after
 * `since`.
 */
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
          AND NOT superseded AND NOT EXISTS (SELECT FROM known)
        RETURNING 1
      )
      SELECT EXISTS (SELECT FROM known) AS is_known, EXISTS (SELECT FROM used) AS is_approved`,
  )
  return { isKnown: row.is_known, isApproved: row.is_approved }
}
