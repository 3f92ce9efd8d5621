import type { Sql } from '@latchkey/service-kit/db/database'

/** The page on which something is valid. */
export type Page = { projectId: string; origin: string }

export const insertNonce = async (sql: Sql, nonceHash: Uint8Array, page: Page, expiresAt: Date): Promise<void> => {
  await sql`
    INSERT INTO siwx_nonces (nonce_hash, project_id, origin, expires_at)
    VALUES (${nonceHash}, ${page.projectId}, ${page.origin}, ${expiresAt})`
}

/** Returns whether a nonce of this page is still unused. */
export const isNonceOpen = async (
  sql: Sql,
  nonceHash: Uint8Array,
  { projectId, origin }: Page,
  now: Date,
): Promise<boolean> => {
  const rows = await sql`
    SELECT FROM siwx_nonces
    WHERE nonce_hash = ${nonceHash} AND project_id = ${projectId} AND origin = ${origin} AND expires_at > ${now}`
  return rows.length === 1
}

/** Uses up a nonce. Returns false when another call has, or when it is not this page's. */
export const spendNonce = async (
  sql: Sql,
  nonceHash: Uint8Array,
  { projectId, origin }: Page,
  now: Date,
): Promise<boolean> => {
  const rows = await sql`
    DELETE FROM siwx_nonces
    WHERE nonce_hash = ${nonceHash} AND project_id = ${projectId} AND origin = ${origin} AND expires_at > ${now}
    RETURNING 1`
  return rows.length === 1
}

export type SiwxSession = {
  /** CAIP-10. */
  account: string
  /** The signer, in the form of `SubjectOwner`. */
  signer: string
  signedAt: Date
  expiresAt: Date
}

export const insertSiwxSession = async (
  sql: Sql,
  tokenHash: Uint8Array,
  { projectId, origin }: Page,
  { account, signer, signedAt, expiresAt }: SiwxSession,
): Promise<void> => {
  await sql`
    INSERT INTO siwx_sessions (token_hash, project_id, origin, account, owner, signed_at, expires_at)
    VALUES (${tokenHash}, ${projectId}, ${origin}, ${account}, ${signer}, ${signedAt}, ${expiresAt})`
}

/** Returns the session of a token, on the page that it was opened on; null when it has ended, or is another page's. */
export const findSiwxSession = async (
  sql: Sql,
  tokenHash: Uint8Array,
  { projectId, origin }: Page,
  now: Date,
): Promise<SiwxSession | null> => {
  const [row] = await sql<{ account: string; owner: string; signed_at: Date; expires_at: Date }>`
    SELECT account, owner, signed_at, expires_at FROM siwx_sessions
    WHERE token_hash = ${tokenHash} AND project_id = ${projectId} AND origin = ${origin} AND expires_at > ${now}`
  if (row === undefined) return null
  return { account: row.account, signer: row.owner, signedAt: row.signed_at, expiresAt: row.expires_at }
}

export const deleteSiwxSession = async (
  sql: Sql,
  tokenHash: Uint8Array,
  { projectId, origin }: Page,
): Promise<void> => {
  await sql`
    DELETE FROM siwx_sessions WHERE token_hash = ${tokenHash} AND project_id = ${projectId} AND origin = ${origin}`
}
