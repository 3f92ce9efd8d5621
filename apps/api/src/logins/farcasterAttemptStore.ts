import type { LoginPurpose } from '@latchkey/api-client'
import type { Sql } from '@latchkey/service-kit/db/database'

/** How an attempt can fail permanently. */
export type FarcasterFailure = 'SOCIAL_REFUSED' | 'SOCIAL_EXPIRED'

/** A new sign-in with Farcaster. */
export type NewFarcasterAttempt = {
  attemptId: string
  deviceId: string
  projectId: string
  dappOrigin: string
  purpose: LoginPurpose
  nonce: string
  /** The channel's token for the relay, encrypted. */
  channel: Uint8Array
  createdAt: Date
  expiresAt: Date
}

export type StoredFarcasterAttempt = NewFarcasterAttempt & {
  /** The relay's message, genuine or not. */
  signed: { message: string; signature: string; userName: string | null } | null
  /** When the message was verified. */
  verifiedAt: Date | null
  failure: FarcasterFailure | null
}

/** Removes attempts that were started before `olderThan`. */
export const insertFarcasterAttempt = async (
  sql: Sql,
  attempt: NewFarcasterAttempt,
  olderThan: Date,
): Promise<void> => {
  const { attemptId, deviceId, projectId, dappOrigin, purpose, nonce, channel, createdAt, expiresAt } = attempt
  await sql`DELETE FROM farcaster_attempts WHERE created_at < ${olderThan}`
  await sql`
    INSERT INTO farcaster_attempts
      (attempt_id, device_id, project_id, dapp_origin, purpose, nonce, channel, created_at, expires_at)
    VALUES (${attemptId}, ${deviceId}, ${projectId}, ${dappOrigin}, ${purpose}, ${nonce}, ${channel}, ${createdAt},
      ${expiresAt})`
}

/** Returns an attempt of this device; null when it has ended, is another device's, or never existed. */
export const findFarcasterAttempt = async (
  sql: Sql,
  attemptId: string,
  deviceId: string,
  now: Date,
): Promise<StoredFarcasterAttempt | null> => {
  const [row] = await sql<Row>`
    SELECT * FROM farcaster_attempts
    WHERE attempt_id = ${attemptId} AND device_id = ${deviceId} AND expires_at > ${now}`
  return row === undefined ? null : readRow(row)
}

/** Returns true for one of several concurrent callers, which must then query the relay; another may after `until`. */
export const beginAsking = async (sql: Sql, attemptId: string, now: Date, until: Date): Promise<boolean> => {
  const rows = await sql`
    UPDATE farcaster_attempts SET asking_until = ${until}
    WHERE attempt_id = ${attemptId} AND message IS NULL AND failure IS NULL
      AND (asking_until IS NULL OR asking_until <= ${now})
    RETURNING 1`
  return rows.length === 1
}

/** The relay had no message yet. */
export const endAsking = async (sql: Sql, attemptId: string): Promise<void> => {
  await sql`UPDATE farcaster_attempts SET asking_until = NULL WHERE attempt_id = ${attemptId}`
}

/** The relay returns a message once: it is stored before it is verified. */
export const keepSigned = async (
  sql: Sql,
  attemptId: string,
  { message, signature, userName }: NonNullable<StoredFarcasterAttempt['signed']>,
): Promise<void> => {
  await sql`
    UPDATE farcaster_attempts SET message = ${message}, signature = ${signature}, user_name = ${userName}
    WHERE attempt_id = ${attemptId}`
}

/** Records that the message is genuine. Returns true the first time. */
export const noteVerified = async (sql: Sql, attemptId: string, now: Date): Promise<boolean> => {
  const rows = await sql`
    UPDATE farcaster_attempts SET verified_at = ${now}
    WHERE attempt_id = ${attemptId} AND verified_at IS NULL AND failure IS NULL RETURNING 1`
  return rows.length === 1
}

/** Ends the attempt, with the reason. */
export const failFarcasterAttempt = async (sql: Sql, attemptId: string, failure: FarcasterFailure): Promise<void> => {
  await sql`
    UPDATE farcaster_attempts SET failure = ${failure}, message = NULL, signature = NULL
    WHERE attempt_id = ${attemptId} AND verified_at IS NULL`
}

/** A session was opened or confirmed with it, or a login added. */
export const forgetFarcasterAttempt = async (sql: Sql, attemptId: string): Promise<void> => {
  await sql`DELETE FROM farcaster_attempts WHERE attempt_id = ${attemptId}`
}

type Row = {
  attempt_id: string
  device_id: string
  project_id: string
  dapp_origin: string
  purpose: LoginPurpose
  nonce: string
  channel: Uint8Array
  created_at: Date
  expires_at: Date
  message: string | null
  signature: string | null
  user_name: string | null
  verified_at: Date | null
  failure: FarcasterFailure | null
}

const readRow = (row: Row): StoredFarcasterAttempt => {
  const { message, signature, user_name: userName } = row
  return {
    attemptId: row.attempt_id,
    deviceId: row.device_id,
    projectId: row.project_id,
    dappOrigin: row.dapp_origin,
    purpose: row.purpose,
    nonce: row.nonce,
    channel: row.channel,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    signed: message === null || signature === null ? null : { message, signature, userName },
    verifiedAt: row.verified_at,
    failure: row.failure,
  }
}
