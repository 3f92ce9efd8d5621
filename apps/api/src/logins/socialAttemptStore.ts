import type { LoginPurpose, SocialProvider } from '@latchkey/api-client'
import type { ErrorName } from '@latchkey/protocol/errors'
import type { Sql } from '@latchkey/service-kit/db/database'

/** How an attempt can fail permanently. */
export type SocialFailure = Extract<
  ErrorName,
  'SOCIAL_EXPIRED' | 'SOCIAL_REFUSED' | 'SOCIAL_DENIED' | 'PROVIDER_UNAVAILABLE'
>

/** A new sign-in at a provider. */
export type NewAttempt = {
  attemptId: string
  deviceId: string
  projectId: string
  dappOrigin: string
  provider: SocialProvider
  purpose: LoginPurpose
  /** The digest of `state`, which the provider returns. */
  stateHash: Uint8Array
  codeChallenge: string
  nonce: string
  number: string
  /** The digest of the network that it was started in, under `state` (`networkMark`). */
  networkMark: string
  createdAt: Date
  expiresAt: Date
}

export type StoredAttempt = Omit<NewAttempt, 'stateHash'> & {
  arrivedAt: Date | null
  /** The provider's response, encrypted. */
  callback: Uint8Array | null
  resultHash: Uint8Array | null
  releasedAt: Date | null
  /** When its code was taken for the exchange. */
  takenAt: Date | null
  /** The exchange's result, encrypted. */
  answer: Uint8Array | null
  failure: SocialFailure | null
}

type Row = {
  attempt_id: string
  device_id: string
  project_id: string
  dapp_origin: string
  provider: SocialProvider
  purpose: LoginPurpose
  code_challenge: string
  nonce: string
  number: string
  network: string
  created_at: Date
  expires_at: Date
  arrived_at: Date | null
  callback: Uint8Array | null
  result_hash: Uint8Array | null
  released_at: Date | null
  taken_at: Date | null
  answer: Uint8Array | null
  failure: SocialFailure | null
}

const readRow = (row: Row): StoredAttempt => ({
  attemptId: row.attempt_id,
  deviceId: row.device_id,
  projectId: row.project_id,
  dappOrigin: row.dapp_origin,
  provider: row.provider,
  purpose: row.purpose,
  codeChallenge: row.code_challenge,
  nonce: row.nonce,
  number: row.number,
  networkMark: row.network,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  arrivedAt: row.arrived_at,
  callback: row.callback,
  resultHash: row.result_hash,
  releasedAt: row.released_at,
  takenAt: row.taken_at,
  answer: row.answer,
  failure: row.failure,
})

/** Removes attempts that were started before `olderThan`. */
export const insertAttempt = async (sql: Sql, attempt: NewAttempt, olderThan: Date): Promise<void> => {
  const { attemptId, deviceId, projectId, dappOrigin, provider, purpose } = attempt
  const { stateHash, codeChallenge, nonce, number, networkMark, createdAt, expiresAt } = attempt
  await sql`DELETE FROM social_attempts WHERE created_at < ${olderThan}`
  await sql`
    INSERT INTO social_attempts
      (attempt_id, device_id, project_id, dapp_origin, provider, purpose, state_hash, code_challenge, nonce, number, network,
        created_at, expires_at)
    VALUES (${attemptId}, ${deviceId}, ${projectId}, ${dappOrigin}, ${provider}, ${purpose}, ${stateHash}, ${codeChallenge},
      ${nonce}, ${number}, ${networkMark}, ${createdAt}, ${expiresAt})`
}

/** Returns an attempt of this device; null when it has ended, is another device's, or never existed. */
export const findAttempt = async (
  sql: Sql,
  attemptId: string,
  deviceId: string,
  now: Date,
): Promise<StoredAttempt | null> => {
  const [row] = await sql<Row>`
    SELECT * FROM social_attempts WHERE attempt_id = ${attemptId} AND device_id = ${deviceId} AND expires_at > ${now}`
  return row === undefined ? null : readRow(row)
}

/** Returns the attempt that waits for this state. */
export const findWaitingAttempt = async (sql: Sql, stateHash: Uint8Array, now: Date): Promise<StoredAttempt | null> => {
  const [row] = await sql<Row>`
    SELECT * FROM social_attempts WHERE state_hash = ${stateHash} AND arrived_at IS NULL AND expires_at > ${now}`
  return row === undefined ? null : readRow(row)
}

export type Arrival = { callback: Uint8Array; resultHash: Uint8Array } | { failure: SocialFailure }

/** Records the user's return from the provider. Returns false when it happened before: of concurrent calls, one gets true. */
export const noteArrival = async (sql: Sql, attemptId: string, arrival: Arrival, now: Date): Promise<boolean> => {
  const { callback, resultHash, failure } = { callback: null, resultHash: null, failure: null, ...arrival }
  const rows = await sql`
    UPDATE social_attempts
    SET arrived_at = ${now}, callback = ${callback}, result_hash = ${resultHash}, failure = ${failure}
    WHERE attempt_id = ${attemptId} AND arrived_at IS NULL RETURNING 1`
  return rows.length === 1
}

/**
 * Records that the user has compared the number. Returns false when there is no such result of an open attempt, or it is one of the page
 * `notOf`.
 */
export const releaseAttempt = async (
  sql: Sql,
  { attemptId, resultHash, notOf }: { attemptId: string; resultHash: Uint8Array; notOf: string },
  now: Date,
): Promise<boolean> => {
  const rows = await sql`
    UPDATE social_attempts SET released_at = coalesce(released_at, ${now})
    WHERE attempt_id = ${attemptId} AND result_hash = ${resultHash} AND dapp_origin <> ${notOf}
      AND failure IS NULL AND expires_at > ${now} RETURNING 1`
  return rows.length === 1
}

/** Claims the code for the exchange: the caller that gets true must do it, and the code is not kept for any other. */
export const claimCallback = async (sql: Sql, attemptId: string, now: Date): Promise<boolean> => {
  const rows = await sql`
    UPDATE social_attempts SET taken_at = ${now}, callback = NULL
    WHERE attempt_id = ${attemptId} AND taken_at IS NULL AND failure IS NULL RETURNING 1`
  return rows.length === 1
}

export const keepAnswer = async (sql: Sql, attemptId: string, answer: Uint8Array): Promise<void> => {
  await sql`UPDATE social_attempts SET answer = ${answer} WHERE attempt_id = ${attemptId}`
}

/** Ends the attempt, with the reason; the first reason stays. */
export const failAttempt = async (sql: Sql, attemptId: string, failure: SocialFailure): Promise<void> => {
  await sql`
    UPDATE social_attempts SET failure = coalesce(failure, ${failure}), callback = NULL, answer = NULL
    WHERE attempt_id = ${attemptId}`
}

/** A session was opened or confirmed with it. */
export const forgetAttempt = async (sql: Sql, attemptId: string): Promise<void> => {
  await sql`DELETE FROM social_attempts WHERE attempt_id = ${attemptId}`
}
