import { randomUUID } from 'node:crypto'
import type { LoginProvider } from '@latchkey/api-client'
import { appendAudit } from '@latchkey/service-kit/audit/auditStore'
import { type Database, isUniqueViolation, type Sql, single } from '@latchkey/service-kit/db/database'
import {
  type EarlierMails,
  type EarlierMailsRow,
  type EmailLimits,
  earlierMailsOf,
  placesToRead,
  type Requester,
} from '@latchkey/service-kit/limits/mailLimits'
import { spendOnce } from '@latchkey/service-kit/proof/spentProofs'
import type { Networks } from '@latchkey/service-kit/rateLimits/networkOf'
import { findProviders } from '../identity/findProviders.ts'
import type { CodePurpose } from './emailCode.ts'
import { takeBackUnsettled } from './emailUndoStore.ts'

/** A mailed code as it is stored. */
type Attempt = {
  attemptId: string
  deviceId: string
  email: string
  networks: Networks
  requester: Requester
  codeMac: Uint8Array
  createdAt: Date
  expiresAt: Date
  tries: number
  purpose: CodePurpose
}

/** The outcome of an entered code. */
export type Outcome =
  /** `userId`: the email's owner; null if no sign-in has proved the email. */
  | { is: 'right'; userId: string | null; email: string; purpose: CodePurpose }
  /** The code was right, and the email is reserved for an account that may restore it. */
  | { is: 'reserved' }
  | { is: 'wrong'; triesLeft: number }
  | { is: 'used' }
  /** That was the last try. `userId`: the email's owner, if custody knows one. */
  | { is: 'exhausted'; userId?: string }
  /** All tries were used up before. */
  | { is: 'noTriesLeft' }
  | { is: 'expired' }

/** Within one transaction that excludes all others for the same email or network. */
type AttemptStart = {
  /** Finds the requester's earlier mails. */
  find(asking: AskingForCode, limits: EmailLimits): Promise<EarlierMails>
  /** Uses up something that counts once per device, if the transaction commits. Returns false when it was used before. */
  spend(deviceId: string, id: string, expiresAt: Date): Promise<boolean>
  /** Stores the attempt and invalidates earlier ones of the same device and email. */
  add(attempt: Attempt): Promise<void>
}

/** A device that requests a code, in a network. `networkMac`: digest of the network and the email. */
type AskingForCode = Pick<Attempt, 'deviceId' | 'email' | 'networks'> & { networkMac: Uint8Array }

/** A code that a device has entered. */
type Entered = {
  attemptId: string
  deviceId: string
  codeMac: Uint8Array
  /** The same under another key, during a rotation. */
  otherMac?: Uint8Array | undefined
  now: Date
}

/** The outcome of linking an email by its code. `unlike`: the account has another email, or no login with this address. */
type LinkOutcome =
  | Exclude<Outcome, { is: 'right' }>
  | { is: 'linked'; email: string }
  | { is: 'taken' }
  | { is: 'unlike' }

/** Attempts to prove an email, and their owners. */
export type AttemptStore = {
  start<result>(email: string, networks: Networks, work: (start: AttemptStart) => Promise<result>): Promise<result>
  /**
   * Uses up the code, or one try. Of concurrent calls with the right code, one gets `right`. A first sign-in gets `newUserId`, or another
   * id if that is taken. Another device's attempt is `expired`.
   */
  consume(
    entered: Entered & {
      newUserId: (email: string) => Promise<string>
      /** A sign-in with the old address undoes email changes from before this time, unless the api has confirmed the new address. */
      unsettledBefore: Date
    },
  ): Promise<Outcome>
  /**
   * Checks a sign-in's code; only a wrong one uses up a try. `providers`: those of the earliest account that has the address at a login
   * provider, if it is no account's own email and not reserved; otherwise null.
   */
  look(entered: Entered): Promise<Outcome & { providers?: LoginProvider[] | null }>
  /**
   * Makes the email of a sign-in's code the own email of this account, which has none and has proved the address at a login provider, and
   * uses up the code. `mayKeep: false` changes nothing and returns the same outcome. Any outcome but `linked` leaves the right code unused.
   */
  linkEmail(entered: Entered & { userId: string; mayKeep: boolean }): Promise<LinkOutcome>
}

export function createAttemptStore(database: Database): AttemptStore {
  return {
    start: (email, { network, wide, widest }, work) =>
      database.transaction('custody', async (sql) => {
        // Always in this order, from the narrowest on, so that waiting for a network never blocks a holder of one. The numbers separate the
        // kinds of locks.
        await sql`
          SELECT pg_advisory_xact_lock(1, hashtext(${email})), pg_advisory_xact_lock(2, hashtext(${network})),
            pg_advisory_xact_lock(16, hashtext(${wide ?? network})), pg_advisory_xact_lock(17, hashtext(${widest ?? network}))`
        return work(attemptStart(sql))
      }),
    consume: ({ newUserId, unsettledBefore, ...entered }) =>
      database.transaction('custody', async (sql) => {
        const { deviceId, now } = entered
        const tried = await tryCode(sql, entered, true)
        if (tried.is !== 'right' || tried.purpose !== 'login') return tried
        const { email, purpose, userId, isReserved } = tried
        const own = userId ?? (isReserved ? await takeBackUnsettled(sql, { email, now, unsettledBefore }) : null)
        if (own === null && isReserved) return { is: 'reserved' }
        const person = { email, userId: own, deviceId, newUserId, now }
        return { is: 'right', userId: await recordPerson(sql, person), email, purpose }
      }),
    look: (entered) =>
      database.transaction('custody', async (sql) => {
        const tried = await tryCode(sql, entered, false)
        if (tried.is !== 'right') return tried
        const isFree = tried.purpose === 'login' && tried.userId === null && !tried.isReserved
        return { ...tried, providers: isFree ? await findProviders(sql, tried.email) : null }
      }),
    linkEmail: ({ userId, mayKeep, ...entered }) =>
      database
        .transaction('custody', async (sql): Promise<LinkOutcome> => {
          const { attemptId, deviceId, now } = entered
          const tried = await tryCode(sql, entered, false)
          if (tried.is === 'used') {
            // Also on a retry: a response may have been lost.
            const email = await findLinked(sql, entered, userId)
            return email === null ? tried : { is: 'linked', email }
          }
          if (tried.is !== 'right') return tried
          const { email } = tried
          if (tried.purpose !== 'login') return { is: 'expired' }
          if (tried.userId !== null && tried.userId !== userId) return { is: 'taken' }
          const isNew = tried.userId === null
          if (isNew && tried.isReserved) return { is: 'reserved' }
          if (isNew && !(await mayHaveEmail(sql, userId, email))) return { is: 'unlike' }
          if (!mayKeep) return { is: 'linked', email }
          await sql`UPDATE email_attempts SET consumed_at = ${now} WHERE attempt_id = ${attemptId}`
          if (isNew) {
            await sql`UPDATE people SET email = ${email} WHERE user_id = ${userId}`
            await appendAudit(sql, { userId, at: now, event: 'login linked', deviceId, dappOrigin: null })
          }
          return { is: 'linked', email }
        })
        .catch((error: unknown) => {
          // A concurrent first sign-in proved the same address.
          if (isUniqueViolation(error)) return { is: 'taken' }
          throw error
        }),
  }
}

/** Returns whether the account has no email, and has this one at a login provider. Locks the account. */
async function mayHaveEmail(sql: Sql, userId: string, email: string): Promise<boolean> {
  const rows = await sql`
    SELECT FROM people JOIN identities USING (user_id)
    WHERE user_id = ${userId} AND people.email IS NULL AND identities.email = ${email}
    FOR UPDATE OF people`
  return rows.length > 0
}

type Tried = Exclude<Outcome, { is: 'right' }> | (Extract<Outcome, { is: 'right' }> & { isReserved: boolean })

/** Returns whether the code is right. A wrong one uses up a try; the right one is used up if `spends`. */
async function tryCode(
  sql: Sql,
  { attemptId, deviceId, codeMac, otherMac = codeMac, now }: Entered,
  spends: boolean,
): Promise<Tried> {
  const [row] = await sql<{
    email: string
    purpose: CodePurpose
    is_right: boolean
    tries_left: number
    user_id: string | null
    is_reserved: boolean
  }>`
    UPDATE email_attempts SET
      consumed_at = CASE WHEN ${spends} AND code_mac IN (${codeMac}, ${otherMac}) THEN ${now}::timestamptz END,
      tries_left = CASE WHEN code_mac IN (${codeMac}, ${otherMac}) THEN tries_left ELSE tries_left - 1 END
    WHERE attempt_id = ${attemptId} AND device_id = ${deviceId}
      AND consumed_at IS NULL AND NOT superseded AND tries_left > 0 AND expires_at > ${now}
    RETURNING email, purpose, code_mac IN (${codeMac}, ${otherMac}) AS is_right, tries_left,
      (SELECT user_id FROM people WHERE people.email = email_attempts.email) AS user_id,
      EXISTS (
        SELECT FROM email_undos
        WHERE old_email = email_attempts.email AND used_at IS NULL AND email_undos.expires_at > ${now}
      ) AS is_reserved`
  if (row === undefined) return { is: await whyNot(sql, attemptId, deviceId) }
  const { email, purpose, user_id: userId } = row
  if (row.is_right) return { is: 'right', userId, email, purpose, isReserved: row.is_reserved }
  if (row.tries_left > 0) return { is: 'wrong', triesLeft: row.tries_left }
  return userId === null ? { is: 'exhausted' } : { is: 'exhausted', userId }
}

/** Returns the email that this very code has given to the account, or null. */
async function findLinked(
  sql: Sql,
  { attemptId, deviceId, codeMac, otherMac = codeMac }: Entered,
  userId: string,
): Promise<string | null> {
  const [row] = await sql<{ email: string }>`
    SELECT email FROM email_attempts JOIN people USING (email)
    WHERE attempt_id = ${attemptId} AND device_id = ${deviceId} AND code_mac IN (${codeMac}, ${otherMac})
      AND people.user_id = ${userId}`
  return row?.email ?? null
}

const attemptStart = (sql: Sql): AttemptStart => ({
  spend: (deviceId, id, expiresAt) => spendOnce(sql, deviceId, id, expiresAt),
  async find({ deviceId, email, networks: { network, wide, widest }, networkMac }, limits) {
    const { places, known, most } = placesToRead(limits)
    const row = single(
      await sql<EarlierMailsRow>`
        WITH who AS (
          SELECT CASE
            WHEN EXISTS (
              SELECT FROM known_devices JOIN people USING (user_id) WHERE device_id = ${deviceId} AND email = ${email}
            ) THEN 'knownDevice'
            WHEN EXISTS (
              SELECT FROM known_networks JOIN people USING (user_id) WHERE network_mac = ${networkMac} AND email = ${email}
            ) THEN 'knownNetwork'
            ELSE 'stranger'
          END AS requester
        ), of_email AS (
          SELECT created_at FROM email_attempts, who
          WHERE email = ${email} AND CASE requester
            WHEN 'knownDevice' THEN device_id = ${deviceId}
            WHEN 'knownNetwork' THEN from_known_network AND NOT from_known_device
            ELSE NOT from_known_network AND NOT from_known_device
          END
          ORDER BY created_at DESC LIMIT ${most('emailHour', 'emailDay')}
        ), of_network AS (
          SELECT created_at FROM email_attempts WHERE ip_address = ${network} AND NOT from_known_device AND NOT from_known_network AND consumed_at IS NULL
          ORDER BY created_at DESC LIMIT ${most('network')}
        ), of_wide AS (
          SELECT created_at FROM email_attempts WHERE wide_network = ${wide}::text AND NOT from_known_device AND NOT from_known_network AND consumed_at IS NULL
          ORDER BY created_at DESC LIMIT ${most('wideNetwork')}
        ), of_widest AS (
          SELECT created_at FROM email_attempts WHERE widest_network = ${widest}::text AND NOT from_known_device AND NOT from_known_network AND consumed_at IS NULL
          ORDER BY created_at DESC LIMIT ${most('widestNetwork')}
        )
        SELECT requester,
          (SELECT CASE WHEN consumed_at IS NULL THEN created_at END FROM email_attempts
            WHERE device_id = ${deviceId} AND email = ${email}
            ORDER BY created_at DESC, consumed_at DESC LIMIT 1) AS last_unused_at,
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
  },
  async add(attempt) {
    const { attemptId, deviceId, email, networks, requester, codeMac, createdAt, expiresAt, tries, purpose } = attempt
    const { network, wide, widest } = networks
    await sql`
      WITH superseded AS (
        UPDATE email_attempts SET superseded = true
        WHERE device_id = ${deviceId} AND email = ${email} AND consumed_at IS NULL
      )
      INSERT INTO email_attempts
        (attempt_id, device_id, email, ip_address, wide_network, widest_network, from_known_device, from_known_network, code_mac,
         created_at, expires_at, tries_left, purpose)
      VALUES
        (${attemptId}, ${deviceId}, ${email}, ${network}, ${wide}, ${widest}, ${requester === 'knownDevice'},
         ${requester === 'knownNetwork'}, ${codeMac}, ${createdAt}, ${expiresAt}, ${tries}, ${purpose})`
  },
})

async function whyNot(sql: Sql, attemptId: string, deviceId: string): Promise<'used' | 'noTriesLeft' | 'expired'> {
  const [row] = await sql<{ is_used: boolean; tries_left: number }>`
    SELECT consumed_at IS NOT NULL AS is_used, tries_left FROM email_attempts
    WHERE attempt_id = ${attemptId} AND device_id = ${deviceId}`
  if (row?.is_used) return 'used'
  return row?.tries_left === 0 ? 'noTriesLeft' : 'expired'
}

type Person = {
  email: string
  userId: string | null
  deviceId: string
  newUserId: (email: string) => Promise<string>
  now: Date
}

async function recordPerson(sql: Sql, { email, userId, deviceId, newUserId, now }: Person): Promise<string> {
  if (userId === null) {
    for (const id of [await newUserId(email), randomUUID()]) {
      const [added] = await sql<{ user_id: string }>`
        WITH person AS (
          INSERT INTO people (user_id, email, created_at) VALUES (${id}, ${email}, ${now})
          ON CONFLICT DO NOTHING RETURNING user_id
        )
        INSERT INTO known_devices (user_id, device_id, first_verified_at)
        SELECT user_id, ${deviceId}::text, ${now}::timestamptz FROM person RETURNING user_id`
      if (added !== undefined) return added.user_id
    }
  }
  // A separate statement, so that it sees a concurrent sign-in's commit that the first one waited for.
  const found = userId ?? (await findPerson(sql, email))
  if (found === null) throw new Error('a user was neither found nor added')
  await sql`
    INSERT INTO known_devices (user_id, device_id, first_verified_at) VALUES (${found}, ${deviceId}, ${now})
    ON CONFLICT DO NOTHING`
  return found
}

async function findPerson(sql: Sql, email: string): Promise<string | null> {
  const [person] = await sql<{ user_id: string }>`SELECT user_id FROM people WHERE email = ${email}`
  return person?.user_id ?? null
}

/** Returns whether an account that had this email may still restore it. */
export async function isReserved(sql: Sql, email: string, now: Date): Promise<boolean> {
  const rows =
    await sql`SELECT 1 FROM email_undos WHERE old_email = ${email} AND used_at IS NULL AND expires_at > ${now}`
  return rows.length > 0
}
