import { randomUUID } from 'node:crypto'
import type { LoginProvider } from '@latchkey/api-client'
import { appendAudit, appendAuditOnce } from '@latchkey/service-kit/audit/auditStore'
import { secondsLater } from '@latchkey/service-kit/clock'
import type { Database, Sql } from '@latchkey/service-kit/db/database'
import type { Identity } from '@latchkey/service-kit/keys/tokens'
import { findProviders } from './findProviders.ts'
import type { IdentityWithEmail } from './IdentityWithEmail.ts'

/** A login that a provider has verified, for one device, under a one-time nonce. */
export type ProvedLogin = IdentityWithEmail & {
  nonce: string
  /** Until then the same provider response would pass its other checks. */
  nonceExpiresAt: Date
  deviceId: string
  now: Date
}

/** Users' identities at providers, as custody has seen them proved. */
export type IdentityStore = {
  /**
   * Returns the user of this identity: `newUserId` at the very first login, of however many concurrent ones, or another id when that is
   * another user's. `email`: the account's own. `spent`: the nonce was used before.
   */
  logIn(
    proved: ProvedLogin & { newUserId: string },
  ): Promise<{ is: 'known'; userId: string; email: string | null } | { is: 'spent' }>
  /** Returns the user of a known identity. `unknown`: it has no user, and gets none. */
  confirm(
    proved: ProvedLogin,
  ): Promise<{ is: 'known'; userId: string; email: string | null } | { is: 'unknown' } | { is: 'spent' }>
  /** Links the identity to this user; a no-op if it is linked already. `taken`: it is another user's. */
  link(proved: ProvedLogin & { userId: string }): Promise<{ is: 'linked' } | { is: 'taken' } | { is: 'spent' }>
  /**
   * Returns the account that has this verified address: as its own email, or else as that of its earliest other login, whose providers are
   * named. Null when there is none, when the identity already has an account, or when its nonce was spent. Changes nothing.
   */
  findAccount(proved: ProvedLogin): Promise<{ email: string; providers: LoginProvider[] } | null>
  /**
   * Links as `link`, if the account has the verified address of this login, and spends the nonce. `mayKeep: false` changes nothing and
   * returns the expected outcome. `unlike`: the account has another address.
   */
  linkAtSignIn(
    proved: ProvedLogin & { userId: string; mayKeep: boolean },
  ): Promise<{ is: 'linked' } | { is: 'taken' } | { is: 'unlike' } | { is: 'spent' }>
  /** Removes the identity from this user, as if they had never had it. Returns false when it is their last way to sign in. */
  unlink(given: { identity: Identity; userId: string; deviceId: string; now: Date }): Promise<boolean>
  /**
   * Records a rejected login for everyone concerned: the users of the device, `userId`, whose session it was, and the user of `identity`,
   * which the provider's genuine statement named. Once a minute each.
   */
  noteRefusal(refused: { deviceId: string; userId?: string; identity: Identity | null; now: Date }): Promise<void>
}

const refusalSeconds = 60

export function createIdentityStore(database: Database): IdentityStore {
  const transaction = <result>(work: (sql: Sql) => Promise<result>) => database.transaction('custody', work)
  /** Serializes operations on one identity. */
  const once = <outcome>(proved: ProvedLogin, work: (sql: Sql) => Promise<outcome>) =>
    transaction(async (sql) => {
      if (!(await spend(sql, proved))) return { is: 'spent' } as const
      await lockIdentity(sql, proved.identity)
      return work(sql)
    })
  return {
    logIn: (proved) =>
      once(proved, async (sql) => {
        const { identity, email, deviceId, now, newUserId } = proved
        const known = await renewEmail(sql, identity, email)
        const userId =
          known ?? (await insertPerson(sql, newUserId, now)) ?? (await insertPerson(sql, randomUUID(), now))
        if (userId === null) throw new Error('a user was not added')
        if (known === null) await insertIdentity(sql, proved, userId)
        await accept(sql, userId, deviceId, now)
        return { is: 'known', userId, email: await findEmail(sql, userId) } as const
      }),
    confirm: (proved) =>
      once(proved, async (sql) => {
        const userId = await renewEmail(sql, proved.identity, proved.email)
        if (userId === null) return { is: 'unknown' } as const
        await accept(sql, userId, proved.deviceId, proved.now)
        return { is: 'known', userId, email: await findEmail(sql, userId) } as const
      }),
    link: (proved) =>
      once(proved, async (sql) => {
        const { userId } = proved
        const owner = await renewEmail(sql, proved.identity, proved.email)
        if (owner !== null) return { is: owner === userId ? 'linked' : 'taken' } as const
        await keepLinked(sql, proved, userId)
        return { is: 'linked' } as const
      }),
    findAccount: ({ identity, email, nonce }) =>
      transaction(async (sql) => {
        const providers = await findProviders(sql, email)
        const isSettled = await sql`
          SELECT FROM spent_nonces WHERE nonce = ${nonce}
          UNION ALL
          SELECT FROM identities
          WHERE provider = ${identity.provider} AND issuer = ${identity.issuer} AND subject = ${identity.subject}`
        return email === null || providers === null || isSettled.length > 0 ? null : { email, providers }
      }),
    linkAtSignIn: ({ userId, mayKeep, ...proved }) =>
      transaction(async (sql) => {
        const { identity, email, nonce } = proved
        await lockIdentity(sql, identity)
        const owner = await findOwner(sql, identity)
        // Also on a retry: a response may have been lost.
        if (owner !== null) return { is: owner === userId ? 'linked' : 'taken' } as const
        const own = await sql`
          SELECT FROM people WHERE user_id = ${userId} AND email = ${email}::text
          UNION ALL
          SELECT FROM identities WHERE user_id = ${userId} AND email = ${email}::text`
        if (own.length === 0) return { is: 'unlike' } as const
        if (!mayKeep) {
          const spent = await sql`SELECT FROM spent_nonces WHERE nonce = ${nonce}`
          return { is: spent.length > 0 ? 'spent' : 'linked' } as const
        }
        if (!(await spend(sql, proved))) return { is: 'spent' } as const
        await keepLinked(sql, proved, userId)
        return { is: 'linked' } as const
      }),
    unlink: ({ identity, userId, deviceId, now }) =>
      transaction(async (sql) => {
        // Two concurrent removals must not both see the other login.
        await sql`SELECT 1 FROM people WHERE user_id = ${userId} FOR UPDATE`
        if ((await findOwner(sql, identity)) !== userId) return true
        const { provider, issuer, subject } = identity
        const others = await sql`
          SELECT 1 FROM people WHERE user_id = ${userId} AND email IS NOT NULL
          UNION ALL
          SELECT 1 FROM identities
          WHERE user_id = ${userId}
            AND (provider, issuer, subject) <> (${provider}::text, ${issuer}::text, ${subject}::text)`
        if (others.length === 0) return false
        await sql`
          DELETE FROM identities WHERE provider = ${provider} AND issuer = ${issuer} AND subject = ${subject}`
        await appendAudit(sql, { userId, at: now, event: 'login removed', deviceId, dappOrigin: null })
        return true
      }),
    noteRefusal: ({ deviceId, userId, identity, now }) =>
      transaction(async (sql) => {
        const ofDevice = await sql<{ user_id: string }>`
          SELECT user_id FROM known_devices WHERE device_id = ${deviceId}`
        const owner = identity === null ? null : await findOwner(sql, identity)
        const people = [...ofDevice.map(({ user_id }) => user_id), userId, owner].filter((id) => typeof id === 'string')
        for (const person of new Set(people)) {
          const entry = { userId: person, at: now, event: 'social login refused', deviceId, dappOrigin: null } as const
          await appendAuditOnce(sql, entry, secondsLater(now, -refusalSeconds))
        }
      }),
  }
}

/** Returns false when the nonce was used before. */
async function spend(sql: Sql, { nonce, nonceExpiresAt, now }: ProvedLogin): Promise<boolean> {
  await sql`DELETE FROM spent_nonces WHERE expires_at < ${now}`
  const spent = await sql`
    INSERT INTO spent_nonces (nonce, expires_at) VALUES (${nonce}, ${nonceExpiresAt})
    ON CONFLICT DO NOTHING RETURNING 1`
  return spent.length > 0
}

/** Until the transaction ends, no other operation touches this identity. */
async function lockIdentity(sql: Sql, { provider, issuer, subject }: Identity): Promise<void> {
  // The number separates this kind of lock from others.
  await sql`SELECT pg_advisory_xact_lock(7, hashtext(${JSON.stringify([provider, issuer, subject])}))`
}

async function keepLinked(sql: Sql, proved: ProvedLogin, userId: string): Promise<void> {
  await insertIdentity(sql, proved, userId)
  const { deviceId, now: at } = proved
  await appendAudit(sql, { userId, at, event: 'login linked', deviceId, dappOrigin: null })
}

/** The device has signed in as this user, who is notified of its later failures. */
async function accept(sql: Sql, userId: string, deviceId: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO known_devices (user_id, device_id, first_verified_at) VALUES (${userId}, ${deviceId}, ${now})
    ON CONFLICT DO NOTHING`
  await appendAudit(sql, { userId, at: now, event: 'social login accepted', deviceId, dappOrigin: null })
}

/** Returns null when the id is taken. */
async function insertPerson(sql: Sql, userId: string, now: Date): Promise<string | null> {
  const added = await sql`
    INSERT INTO people (user_id, email, created_at) VALUES (${userId}, NULL, ${now}) ON CONFLICT DO NOTHING RETURNING 1`
  return added.length === 1 ? userId : null
}

async function insertIdentity(sql: Sql, { identity, email, now }: ProvedLogin, userId: string): Promise<void> {
  const { provider, issuer, subject } = identity
  await sql`
    INSERT INTO identities (provider, issuer, subject, user_id, email, linked_at)
    VALUES (${provider}, ${issuer}, ${subject}, ${userId}, ${email}, ${now})`
}

/** Returns the owner of an identity, and updates its email to the one that the provider has verified last. */
async function renewEmail(
  sql: Sql,
  { provider, issuer, subject }: Identity,
  email: string | null,
): Promise<string | null> {
  const [row] = await sql<{ user_id: string }>`
    UPDATE identities SET email = ${email}
    WHERE provider = ${provider} AND issuer = ${issuer} AND subject = ${subject} RETURNING user_id`
  return row?.user_id ?? null
}

async function findEmail(sql: Sql, userId: string): Promise<string | null> {
  const [row] = await sql<{ email: string | null }>`SELECT email FROM people WHERE user_id = ${userId}`
  return row?.email ?? null
}

async function findOwner(sql: Sql, { provider, issuer, subject }: Identity): Promise<string | null> {
  const [row] = await sql<{ user_id: string }>`
    SELECT user_id FROM identities WHERE provider = ${provider} AND issuer = ${issuer} AND subject = ${subject}`
  return row?.user_id ?? null
}
