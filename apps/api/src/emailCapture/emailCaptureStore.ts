import { type Sql, single } from '@latchkey/service-kit/db/database'
import {
  type EarlierMails,
  type EarlierMailsRow,
  type EmailLimits,
  earlierMailsOf,
  placesToRead,
} from '@latchkey/service-kit/limits/mailLimits'
import type { Networks } from '@latchkey/service-kit/rateLimits/networkOf'

/** A captured address: for a project, a purpose, from a page, for the account that is connected there (CAIP-10). */
export type Capture = {
  projectId: string
  dappOrigin: string
  account: string
  email: string
  purpose: string
}

export type CaptureAttempt = Capture & {
  attemptId: string
  codeMac: Uint8Array
  networks: Networks
  createdAt: Date
  expiresAt: Date
  tries: number
}

/** Until the transaction ends, no other code is made for this email or from these networks. */
export const lockCaptures = async (sql: Sql, email: string, { network, wide, widest }: Networks): Promise<void> => {
  // Always in this order, from the narrowest network on; the numbers separate these locks from others.
  await sql`
    SELECT pg_advisory_xact_lock(20, hashtext(${email})), pg_advisory_xact_lock(21, hashtext(${network})),
      pg_advisory_xact_lock(22, hashtext(${wide ?? network})), pg_advisory_xact_lock(23, hashtext(${widest ?? network}))`
}

/** Finds earlier mails. A page has no device, so every caller counts as unknown. */
export async function findEarlierCaptures(
  sql: Sql,
  { projectId, account, email, networks }: Pick<CaptureAttempt, 'projectId' | 'account' | 'email' | 'networks'>,
  limits: EmailLimits,
): Promise<EarlierMails> {
  const { network, wide, widest } = networks
  const { places, most } = placesToRead(limits)
  const row = single(
    await sql<Omit<EarlierMailsRow, 'requester'>>`
      WITH of_email AS (
        SELECT created_at FROM email_capture_attempts WHERE email = ${email}
        ORDER BY created_at DESC LIMIT ${most('emailHour', 'emailDay')}
      ), of_network AS (
        SELECT created_at FROM email_capture_attempts WHERE ip_address = ${network} AND consumed_at IS NULL
        ORDER BY created_at DESC LIMIT ${most('network')}
      ), of_wide AS (
        SELECT created_at FROM email_capture_attempts WHERE wide_network = ${wide}::text AND consumed_at IS NULL
        ORDER BY created_at DESC LIMIT ${most('wideNetwork')}
      ), of_widest AS (
        SELECT created_at FROM email_capture_attempts WHERE widest_network = ${widest}::text AND consumed_at IS NULL
        ORDER BY created_at DESC LIMIT ${most('widestNetwork')}
      )
      SELECT
        (SELECT CASE WHEN consumed_at IS NULL THEN created_at END FROM email_capture_attempts
          WHERE email = ${email} AND project_id = ${projectId} AND account = ${account}
          ORDER BY created_at DESC LIMIT 1) AS last_unused_at,
        (SELECT created_at FROM of_email OFFSET ${places.emailHour.full} LIMIT 1) AS hour_full,
        (SELECT created_at FROM of_email OFFSET ${places.emailHour.free} LIMIT 1) AS hour_free,
        (SELECT created_at FROM of_email OFFSET ${places.emailDay.full} LIMIT 1) AS day_full,
        (SELECT created_at FROM of_email OFFSET ${places.emailDay.free} LIMIT 1) AS day_free,
        (SELECT created_at FROM of_network OFFSET ${places.network.full} LIMIT 1) AS network_full,
        (SELECT created_at FROM of_network OFFSET ${places.network.free} LIMIT 1) AS network_free,
        (SELECT created_at FROM of_wide OFFSET ${places.wideNetwork.full} LIMIT 1) AS wide_full,
        (SELECT created_at FROM of_wide OFFSET ${places.wideNetwork.free} LIMIT 1) AS wide_free,
        (SELECT created_at FROM of_widest OFFSET ${places.widestNetwork.full} LIMIT 1) AS widest_full,
        (SELECT created_at FROM of_widest OFFSET ${places.widestNetwork.free} LIMIT 1) AS widest_free`,
  )
  return earlierMailsOf({ ...row, requester: 'stranger' })
}

export const insertAttempt = async (sql: Sql, attempt: CaptureAttempt): Promise<void> => {
  const { network, wide, widest } = attempt.networks
  await sql`
    INSERT INTO email_capture_attempts
      (attempt_id, project_id, dapp_origin, account, email, purpose, code_mac, ip_address, wide_network, widest_network,
       created_at, expires_at, tries_left)
    VALUES (${attempt.attemptId}, ${attempt.projectId}, ${attempt.dappOrigin}, ${attempt.account}, ${attempt.email},
      ${attempt.purpose}, ${attempt.codeMac}, ${network}, ${wide}, ${widest}, ${attempt.createdAt}, ${attempt.expiresAt},
      ${attempt.tries})`
}

export type EnteredCode = {
  attemptId: string
  projectId: string
  dappOrigin: string
  /** By the current key, and during a rotation by another one. */
  codeMacs: readonly [Uint8Array, Uint8Array]
  now: Date
}

/** The outcome of an entered code. An attempt of another page or project is `expired`. */
export type CodeOutcome =
  | { is: 'right'; capture: Capture }
  | { is: 'wrong'; triesLeft: number }
  | { is: 'used' }
  | { is: 'exhausted' }
  | { is: 'expired' }

/** Uses up the code, or one try. Of concurrent calls with the right code, one gets `right`. */
export async function takeAttempt(
  sql: Sql,
  { attemptId, projectId, dappOrigin, codeMacs: [codeMac, otherMac], now }: EnteredCode,
): Promise<CodeOutcome> {
  const [row] = await sql<{
    account: string
    email: string
    purpose: string
    is_right: boolean
    tries_left: number
  }>`
    UPDATE email_capture_attempts SET
      consumed_at = CASE WHEN code_mac IN (${codeMac}, ${otherMac}) THEN ${now}::timestamptz END,
      tries_left = CASE WHEN code_mac IN (${codeMac}, ${otherMac}) THEN tries_left ELSE tries_left - 1 END
    WHERE attempt_id = ${attemptId} AND project_id = ${projectId} AND dapp_origin = ${dappOrigin}
      AND consumed_at IS NULL AND tries_left > 0 AND expires_at > ${now}
    RETURNING account, email, purpose, consumed_at IS NOT NULL AS is_right, tries_left`
  if (row !== undefined) {
    const { account, email, purpose, tries_left: triesLeft } = row
    if (row.is_right) return { is: 'right', capture: { projectId, dappOrigin, account, email, purpose } }
    return triesLeft > 0 ? { is: 'wrong', triesLeft } : { is: 'exhausted' }
  }
  const [known] = await sql<{ is_used: boolean; tries_left: number }>`
    SELECT consumed_at IS NOT NULL AS is_used, tries_left FROM email_capture_attempts
    WHERE attempt_id = ${attemptId} AND project_id = ${projectId} AND dapp_origin = ${dappOrigin}`
  if (known?.is_used) return { is: 'used' }
  return { is: known?.tries_left === 0 ? 'exhausted' : 'expired' }
}

/** Stores an address; it replaces an earlier row of the same account for this address. */
export const insertCapture = async (
  sql: Sql,
  { projectId, dappOrigin, account, email, purpose }: Capture,
  { userId, now }: { userId: string | null; now: Date },
): Promise<void> => {
  await sql`
    INSERT INTO captured_emails (project_id, account, email, purpose, dapp_origin, user_id, given_at)
    VALUES (${projectId}, ${account}, ${email}, ${purpose}, ${dappOrigin}, ${userId}, ${now})
    ON CONFLICT (project_id, account, email) DO UPDATE SET purpose = excluded.purpose, dapp_origin = excluded.dapp_origin,
      user_id = excluded.user_id, given_at = excluded.given_at`
}

/** Returns the verified address of a user's account, or null. */
export const findOwnEmail = async (sql: Sql, userId: string): Promise<string | null> => {
  const [row] = await sql<{ email: string | null }>`SELECT email FROM users WHERE user_id = ${userId}`
  return row?.email ?? null
}

export type CapturedEmail = Capture & { givenAt: Date; isUser: boolean }

/** Returns a page of captured addresses in key order; `after` is the last row of the previous page. */
export async function readCaptures(
  sql: Sql,
  { projectId, after, maxRows }: { projectId: string | null; after: CapturedEmail | null; maxRows: number },
): Promise<CapturedEmail[]> {
  const rows = await sql<{
    project_id: string
    dapp_origin: string
    account: string
    email: string
    purpose: string
    given_at: Date
    is_user: boolean
  }>`
    SELECT project_id, dapp_origin, account, email, purpose, given_at, user_id IS NOT NULL AS is_user FROM captured_emails
    WHERE (${projectId}::text IS NULL OR project_id = ${projectId}::text)
      AND (${after?.projectId ?? null}::text IS NULL
        OR (project_id, account, email) > (${after?.projectId ?? ''}, ${after?.account ?? ''}, ${after?.email ?? ''}))
    ORDER BY project_id, account, email LIMIT ${maxRows}`
  return rows.map((row) => ({
    projectId: row.project_id,
    dappOrigin: row.dapp_origin,
    account: row.account,
    email: row.email,
    purpose: row.purpose,
    givenAt: row.given_at,
    isUser: row.is_user,
  }))
}

/** Removes every row of an address, in every project, and the codes mailed to it. Returns the number of captured rows. */
export async function forgetCaptures(sql: Sql, email: string): Promise<number> {
  await sql`DELETE FROM email_capture_attempts WHERE email = ${email}`
  const rows = await sql`DELETE FROM captured_emails WHERE email = ${email} RETURNING 1`
  return rows.length
}
