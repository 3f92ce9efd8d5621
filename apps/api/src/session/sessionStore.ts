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
  /** How the user proved themselves; null for sessions of the previous release. */
  provedBy: ProofKind | null
  expiresAt: Date
}

/** Returns false when the grant has opened a session before. */
export const spendGrant = async (sql: Sql, jti: string, expiresAt: Date): Promise<boolean> => {
  const rows =
    await sql`INSERT INTO spent_grants (jti, expires_at) VALUES (${jti}, ${expiresAt}) ON CONFLICT DO NOTHING RETURNING 1`
  return rows.length === 1
}

/** `isNew`: custody has named them for the first time, and their email has yet to be claimed. */
export type EnteredUser = { email: string | null; isNew: boolean; wallet: WalletRecord | null }

/** Inserts a user whom custody has named; a known user stays unchanged. */
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

/** Inserts a session and its first refresh token. */
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

/** A token that the session already has stays unchanged. */
export const insertRefreshToken = async (
  sql: Sql,
  sessionId: string,
  { tokenHash, expiresAt }: NewRefreshToken,
): Promise<void> => {
  await sql`INSERT INTO refresh_tokens (token_hash, session_id, expires_at) VALUES (${tokenHash}, ${sessionId}, ${expiresAt})
    ON CONFLICT DO NOTHING`
}

/** Marks the token as used. */
export const useRefreshToken = async (sql: Sql, tokenHash: Uint8Array, now: Date): Promise<void> => {
  await sql`UPDATE refresh_tokens SET used_at = ${now} WHERE token_hash = ${tokenHash} AND used_at IS NULL`
}

export type RefreshTokenState = {
  session: Session
  tokenExpiresAt: Date
  usedAt: Date | null
  /** A later token was already used: the device has a newer one. */
  isPassed: boolean
  revoked: boolean
}

/** Returns the token and its session, or null. Locks the session, so that uses of one family wait for each other. */
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
 * Returns an open session, or null. It stays open until the transaction ends: a concurrent revocation of the device takes effect after it,
 * and includes what it wrote.
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

/** Until the transaction ends, no other holder of this lock changes the user's devices. */
export const lockPerson = async (sql: Sql, userId: string): Promise<void> => {
  // The number separates this kind of lock from others.
  await sql`SELECT pg_advisory_xact_lock(3, hashtext(${userId}))`
}

/** Records that this session's user has proved themselves again. */
export const confirmOpenSession = async (
  sql: Sql,
  sessionId: string,
  { authenticatedAt, provedBy }: Pick<Session, 'authenticatedAt' | 'provedBy'>,
): Promise<void> => {
  await sql`
    UPDATE sessions SET authenticated_at = ${authenticatedAt}, proved_by = ${provedBy} WHERE session_id = ${sessionId}`
}

/** Ends a session; its refresh tokens become invalid. */
export const revokeSession = async (sql: Sql, sessionId: string, now: Date): Promise<void> => {
  await sql`UPDATE sessions SET revoked_at = ${now} WHERE session_id = ${sessionId} AND revoked_at IS NULL`
}
