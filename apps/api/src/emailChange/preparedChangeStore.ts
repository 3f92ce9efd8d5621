import { type Sql, single } from '@latchkey/service-kit/db/database'
import { type EarlierMails, type EmailLimits, placesFor } from '@latchkey/service-kit/limits/mailLimits'
import { parseRecord } from '../walletStore.ts'

/** A change of address that a session has prepared for its account. */
export type PreparedChange = {
  changeId: string
  userId: string
  sessionId: string
  newEmail: string
  /** Null where the mailbox is not asked: it has already approved. */
  tokenHash: Uint8Array | null
  dappOrigin: string
  /** The network. */
  ipAddress: string
  createdAt: Date
  expiresAt: Date
}

/** Until the transaction ends, no other mail to this address or from this network is counted. */
export const lockPrepared = async (sql: Sql, { newEmail, ipAddress }: PreparedChange): Promise<void> => {
  // The locks of device links: the same mailboxes get both.
  await sql`SELECT pg_advisory_xact_lock(4, hashtext(${newEmail})), pg_advisory_xact_lock(5, hashtext(${ipAddress}))`
}

/** Finds earlier mails to this address (including device links), for this account, and from this network. */
export const findEarlierMails = async (
  sql: Sql,
  { userId, newEmail, ipAddress }: PreparedChange,
  limits: EmailLimits,
): Promise<EarlierMails> => {
  const { emailHour, emailDay, network } = placesFor('stranger', limits)
  const row = single(
    await sql<{ hour_at: Date | null; day_at: Date | null; network_at: Date | null }>`
      WITH of_email AS (
        SELECT created_at FROM email_changes WHERE new_email = ${newEmail}
        UNION ALL
        SELECT created_at FROM email_changes WHERE user_id = ${userId} AND new_email <> ${newEmail}
        UNION ALL
        SELECT created_at FROM device_links WHERE email = ${newEmail} AND NOT from_known_network
      )
      SELECT
        (SELECT created_at FROM of_email ORDER BY created_at DESC OFFSET ${emailHour.full} LIMIT 1) AS hour_at,
        (SELECT created_at FROM of_email ORDER BY created_at DESC OFFSET ${emailDay.full} LIMIT 1) AS day_at,
        (SELECT created_at FROM email_changes WHERE ip_address = ${ipAddress} AND approved_at IS NULL
          ORDER BY created_at DESC OFFSET ${network.full} LIMIT 1) AS network_at`,
  )
  // The caller has just entered a code: no challenge is due.
  const free = null
  const uncounted = { full: null, free }
  return {
    requester: 'stranger',
    // A repeated call means a lost response or a lost mail.
    lastUnusedAt: null,
    at: {
      emailHour: { full: row.hour_at, free },
      emailDay: { full: row.day_at, free },
      network: { full: row.network_at, free },
      wideNetwork: uncounted,
      widestNetwork: uncounted,
    },
  }
}

/** Ends earlier changes of the account. */
export const insertPrepared = async (sql: Sql, change: PreparedChange): Promise<void> => {
  const { changeId, userId, sessionId, newEmail, tokenHash, dappOrigin, ipAddress, createdAt, expiresAt } = change
  const approvedAt = tokenHash === null ? createdAt : null
  await sql`UPDATE email_changes SET is_over = true WHERE user_id = ${userId}`
  await sql`
    INSERT INTO email_changes (change_id, user_id, session_id, new_email, token_hash, dapp_origin, ip_address, created_at, expires_at, approved_at)
    VALUES (${changeId}, ${userId}, ${sessionId}, ${newEmail}, ${tokenHash}, ${dappOrigin}, ${ipAddress}, ${createdAt},
      ${expiresAt}, ${approvedAt})`
}

type Waiting = Pick<PreparedChange, 'changeId' | 'newEmail' | 'createdAt' | 'expiresAt'> & { isApproved: boolean }

/** Returns the change that this session has prepared; null when it has expired. */
export const findPrepared = async (
  sql: Sql,
  { userId, sessionId, now }: { userId: string; sessionId: string; now: Date },
): Promise<Waiting | null> => {
  const [row] = await sql<{
    change_id: string
    new_email: string
    created_at: Date
    expires_at: Date
    approved_at: Date | null
  }>`
    SELECT change_id, new_email, created_at, expires_at, approved_at FROM email_changes
    WHERE user_id = ${userId} AND session_id = ${sessionId} AND NOT is_over AND expires_at > ${now}`
  if (row === undefined) return null
  return {
    changeId: row.change_id,
    newEmail: row.new_email,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    isApproved: row.approved_at !== null,
  }
}

export const endPrepared = async (sql: Sql, changeId: string): Promise<void> => {
  await sql`UPDATE email_changes SET is_over = true WHERE change_id = ${changeId}`
}

export type AskedChange = Pick<PreparedChange, 'newEmail' | 'dappOrigin' | 'ipAddress' | 'createdAt'> & {
  email: string | null
  address: string | null
}

/** Returns the request to a mailbox, with its account; null when this link has none. */
export const findAsked = async (sql: Sql, tokenHash: Uint8Array, now: Date): Promise<AskedChange | null> => {
  const [row] = await sql<{
    new_email: string
    dapp_origin: string
    ip_address: string
    created_at: Date
    email: string | null
    record: string | null
  }>`
    SELECT new_email, dapp_origin, ip_address, email_changes.created_at, email, record
    FROM email_changes JOIN users USING (user_id) LEFT JOIN wallets USING (user_id)
    WHERE token_hash = ${tokenHash} AND approved_at IS NULL AND NOT is_over AND expires_at > ${now}`
  if (row === undefined) return null
  const addresses = row.record === null ? [] : parseRecord(row.record).addresses.eip155
  return {
    newEmail: row.new_email,
    dappOrigin: row.dapp_origin,
    ipAddress: row.ip_address,
    createdAt: row.created_at,
    email: row.email,
    address: addresses[0] ?? null,
  }
}

/** Returns a row when the mailbox approves now; none when it did before, or the change has expired. */
export const approvePrepared = (sql: Sql, tokenHash: Uint8Array, now: Date): Promise<Record<string, unknown>[]> => sql`
  UPDATE email_changes SET approved_at = ${now}
  WHERE token_hash = ${tokenHash} AND approved_at IS NULL AND NOT is_over AND expires_at > ${now} RETURNING 1`
