import type { LoginProvider, LoginPurpose } from '@latchkey/api-client'
import type { Sql } from '@latchkey/service-kit/db/database'
import type { Identity } from '@latchkey/service-kit/keys/tokens'

/** An identity that a device has proved to the api, in one attempt at its provider. */
export type ProvedIdentity = {
  attemptId: string
  deviceId: string
  projectId: string
  dappOrigin: string
  purpose: LoginPurpose
  identity: Identity
  email: string | null
  userName: string | null
  provedAt: Date
}

/** Removes older ones. */
export const insertProvedIdentity = async (sql: Sql, proved: ProvedIdentity, olderThan: Date): Promise<void> => {
  const { attemptId, deviceId, projectId, dappOrigin, purpose, identity, email, userName, provedAt } = proved
  await sql`DELETE FROM proved_identities WHERE proved_at < ${olderThan}`
  await sql`
    INSERT INTO proved_identities
      (attempt_id, device_id, project_id, dapp_origin, purpose, provider, issuer, subject, email, user_name, proved_at)
    VALUES (${attemptId}, ${deviceId}, ${projectId}, ${dappOrigin}, ${purpose}, ${identity.provider}, ${identity.issuer},
      ${identity.subject}, ${email}, ${userName}, ${provedAt})`
}

export type TakenIdentity = Pick<ProvedIdentity, 'attemptId' | 'projectId' | 'dappOrigin' | 'email' | 'userName'>

/** Uses up this device's newest proof of that identity for this purpose since `since`; returns it or null. Removes older ones. */
export const takeProvedIdentity = async (
  sql: Sql,
  { deviceId, purpose, identity }: Pick<ProvedIdentity, 'deviceId' | 'purpose' | 'identity'>,
  since: Date,
): Promise<TakenIdentity | null> => {
  await sql`DELETE FROM proved_identities WHERE proved_at <= ${since}`
  const rows = await sql<{
    attempt_id: string
    project_id: string
    dapp_origin: string
    email: string | null
    user_name: string | null
    proved_at: Date
  }>`
    DELETE FROM proved_identities
    WHERE device_id = ${deviceId} AND purpose = ${purpose}
      AND provider = ${identity.provider} AND issuer = ${identity.issuer} AND subject = ${identity.subject}
    RETURNING *`
  const newest = rows.sort((a, b) => b.proved_at.getTime() - a.proved_at.getTime())[0]
  if (newest === undefined) return null
  const { attempt_id: attemptId, project_id: projectId, dapp_origin: dappOrigin, email, user_name: userName } = newest
  return { attemptId, projectId, dappOrigin, email, userName }
}

/** Returns the owner of an identity, or null. */
export const findLoginOwner = async (sql: Sql, { provider, issuer, subject }: Identity): Promise<string | null> => {
  const [row] = await sql<{ user_id: string }>`
    SELECT user_id FROM user_logins WHERE provider = ${provider} AND issuer = ${issuer} AND subject = ${subject}`
  return row?.user_id ?? null
}

export type NewLogin = {
  userId: string
  identity: Identity
  email: string | null
  userName: string | null
  linkedAt: Date
}

/** Returns false when the identity has got an owner meanwhile. */
export const insertLogin = async (sql: Sql, login: NewLogin): Promise<boolean> => {
  const { userId, identity, email, userName, linkedAt } = login
  const rows = await sql`
    INSERT INTO user_logins (provider, issuer, subject, user_id, email, user_name, linked_at)
    VALUES (${identity.provider}, ${identity.issuer}, ${identity.subject}, ${userId}, ${email}, ${userName}, ${linkedAt})
    ON CONFLICT DO NOTHING RETURNING 1`
  return rows.length === 1
}

/**
 * Updates a login's name and email at the provider. A name that the provider sends only once is kept; an email that it no longer verifies
 * is removed.
 */
export const renewLogin = async (
  sql: Sql,
  { provider, issuer, subject }: Identity,
  { email, userName }: { email: string | null; userName: string | null },
): Promise<string | null> => {
  const [row] = await sql<{ user_name: string | null }>`
    UPDATE user_logins SET email = ${email}, user_name = coalesce(${userName}, user_name)
    WHERE provider = ${provider} AND issuer = ${issuer} AND subject = ${subject} RETURNING user_name`
  return row?.user_name ?? null
}

export type StoredLogin = Identity & { email: string | null; userName: string | null; linkedAt: Date }

/** Returns logins, oldest first. */
export const findLogins = async (sql: Sql, userId: string): Promise<StoredLogin[]> => {
  const rows = await sql<{
    provider: LoginProvider
    issuer: string
    subject: string
    email: string | null
    user_name: string | null
    linked_at: Date
  }>`
    SELECT provider, issuer, subject, email, user_name, linked_at FROM user_logins WHERE user_id = ${userId}
    ORDER BY linked_at, provider, subject`
  return rows.map(({ user_name: userName, linked_at: linkedAt, ...login }) => ({ ...login, userName, linkedAt }))
}

/** Returns false when it is not the user's. */
export const deleteLogin = async (
  sql: Sql,
  userId: string,
  { provider, issuer, subject }: Identity,
): Promise<boolean> => {
  const rows = await sql`
    DELETE FROM user_logins
    WHERE user_id = ${userId} AND provider = ${provider} AND issuer = ${issuer} AND subject = ${subject} RETURNING 1`
  return rows.length === 1
}
