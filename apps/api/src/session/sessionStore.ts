import type { WalletRecord } from '@latchkey/api-client'
import { type Sql, single } from '@latchkey/service-kit/db/database'
import type { ProofKind } from '../idTokens/signIdToken.ts'
import { parseRecord } from '../walletStore.ts'

export type Session = {
  sessionId: string
  userId: string
  deviceId: string
  projectId: string
  dappOrigin: string
  authenticatedAt: Date
  /** How the user has proved themselves then; null of sessions of the release before. */
  provedBy: ProofKind | null
  expiresAt: Date
}

/** False when the grant has opened a session before. */
export const spendGrant = async (sql: Sql, jti: string, expiresAt: Date): Promise<boolean> => {
  const rows =
    await sql`INSERT INTO spent_grants (jti, expires_at) VALUES (${jti}, ${expiresAt}) ON CONFLICT DO NOTHING RETURNING 1`
  return rows.length === 1
}

/** `isNew`: custody has named them for the first time, and their email has yet to be claimed. */
export type EnteredUser = { email: string | null; isNew: boolean; wallet: WalletRecord | null }

/** A person whom custody has named; one who is known stays as they are. */
export const enterUser = async (sql: Sql, userId: string, email: string | null, now: Date): Promise<EnteredUser> => {
  const row = single(
    await sql<{ email: string | null; is_new: boolean; record: string | null }>`
      WITH added AS (
        INSERT INTO users (user_id, email, created_at) VALUES (${userId}, ${email}, ${now}) ON CONFLICT DO NOTHING
        RETURNING email
      )
      SELECT email, true AS is_new, null AS record FROM added
      UNION ALL
      SELECT emails.email, false, record
      FROM users LEFT JOIN emails ON emails.user_id = users.user_id AND emails.email = users.email
        LEFT JOIN wallets ON wallets.user_id = users.user_id
      WHERE users.user_id = ${userId}`,
  )
  const wallet = row.record === null ? null : parseRecord(row.record)
  return { email: row.email, isNew: row.is_new, wallet }
}

export type NewRefreshToken = { tokenHash: Uint8Array; expiresAt: Date }

/** A session and its first refresh token. */
export const insertSession = async (sql: Sql, session: Session, token: NewRefreshToken): Promise<void> => {
  await sql`
    WITH opened AS (
      INSERT INTO sessions (session_id, user_id, device_id, project_id, dapp_origin, authenticated_at, proved_by, expires_at)
      VALUES (${session.sessionId}, ${session.userId}, ${session.deviceId}, ${session.projectId}, ${session.dappOrigin},
        ${session.authenticatedAt}, ${session.provedBy}, ${session.expiresAt})
    )
    INSERT INTO refresh_tokens (token_hash, session_id, expires_at)
    VALUES (${token.tokenHash}, ${session.sessionId}, ${token.expiresAt})`
}

/** A token that the session has already stays as it is. */
export const insertRefreshToken = async (
  sql: Sql,
  sessionId: string,
  { tokenHash, expiresAt }: NewRefreshToken,
): Promise<void> => {
  await sql`INSERT INTO refresh_tokens (token_hash, session_id, expires_at) VALUES (${tokenHash}, ${sessionId}, ${expiresAt})
    ON CONFLICT DO NOTHING`
}

/** The token is used from now on. */
export const useRefreshToken = async (sql: Sql, tokenHash: Uint8Array, now: Date): Promise<void> => {
  await sql`UPDATE refresh_tokens SET used_at = ${now} WHERE token_hash = ${tokenHash} AND used_at IS NULL`
}

export type RefreshTokenState = {
  session: Session
  tokenExpiresAt: Date
  usedAt: Date | null
  /** A token that came after it was used: its device has had a newer one. */
  isPassed: boolean
  revoked: boolean
}

/** The token and its session, or null. Locks the session, so that uses of one family wait for each other. */
export const findRefreshToken = async (sql: Sql, tokenHash: Uint8Array): Promise<RefreshTokenState | null> => {
  const [row] = await sql<{
    session_id: string
    user_id: string
    device_id: string
    project_id: string
    dapp_origin: string
    authenticated_at: Date
    proved_by: ProofKind | null
    expires_at: Date
    revoked_at: Date | null
    token_expires_at: Date
    used_at: Date | null
    is_passed: boolean
  }>`
    SELECT s.*, t.expires_at AS token_expires_at, t.used_at,
      EXISTS (
        SELECT FROM refresh_tokens later WHERE later.session_id = t.session_id AND later.used_at > t.used_at
      ) AS is_passed
    FROM refresh_tokens t JOIN sessions s USING (session_id)
    WHERE t.token_hash = ${tokenHash} FOR UPDATE`
  if (row === undefined) return null
  return {
    session: {
      sessionId: row.session_id,
      userId: row.user_id,
      deviceId: row.device_id,
      projectId: row.project_id,
      dappOrigin: row.dapp_origin,
      authenticatedAt: row.authenticated_at,
      provedBy: row.proved_by,
      expiresAt: row.expires_at,
    },
    tokenExpiresAt: row.token_expires_at,
    usedAt: row.used_at,
    isPassed: row.is_passed,
    revoked: row.revoked_at !== null,
  }
}

export type OpenSession = Pick<Session, 'dappOrigin' | 'projectId' | 'authenticatedAt' | 'provedBy'>

/**
 * A session that still stands; null when it is over. It stands until the transaction ends: a device that is forgotten
 * meanwhile is forgotten after it, with what it wrote.
 */
export const findOpenSession = async (sql: Sql, sessionId: string, now: Date): Promise<OpenSession | null> => {
  const [row] = await sql<{
    dapp_origin: string
    project_id: string
    authenticated_at: Date
    proved_by: ProofKind | null
  }>`
    SELECT dapp_origin, project_id, authenticated_at, proved_by FROM sessions
    WHERE session_id = ${sessionId} AND revoked_at IS NULL AND expires_at > ${now}
    FOR SHARE`
  if (row === undefined) return null
  return {
    dappOrigin: row.dapp_origin,
    projectId: row.project_id,
    authenticatedAt: row.authenticated_at,
    provedBy: row.proved_by,
  }
}

/** Until the transaction ends, no other that asks for this lock touches the person's devices. */
export const lockPerson = async (sql: Sql, userId: string): Promise<void> => {
  // The number tells this kind of lock from others.
  await sql`SELECT pg_advisory_xact_lock(3, hashtext(${userId}))`
}

/** The person of this session has proved themselves again. */
export const confirmOpenSession = async (
  sql: Sql,
  sessionId: string,
  { authenticatedAt, provedBy }: Pick<Session, 'authenticatedAt' | 'provedBy'>,
): Promise<void> => {
  await sql`
    UPDATE sessions SET authenticated_at = ${authenticatedAt}, proved_by = ${provedBy} WHERE session_id = ${sessionId}`
}

/** End a session; its refresh tokens are worth nothing from now on. */
export const revokeSession = async (sql: Sql, sessionId: string, now: Date): Promise<void> => {
  await sql`UPDATE sessions SET revoked_at = ${now} WHERE session_id = ${sessionId} AND revoked_at IS NULL`
}
