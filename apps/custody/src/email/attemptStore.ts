import { randomUUID } from 'node:crypto'
import { type Database, type Sql, single } from '@latchkey/service-kit/db/database'
import { type EarlierMails, type EmailLimits, placeOf } from '@latchkey/service-kit/mail/mailAllowance'
import type { CodePurpose } from './emailCode.ts'

/** A mailed code as it is stored. */
export type Attempt = {
  attemptId: string
  deviceId: string
  email: string
  ipAddress: string
  fromKnownDevice: boolean
  codeMac: Uint8Array
  createdAt: Date
  expiresAt: Date
  tries: number
  purpose: CodePurpose
}

/** What became of a code that was entered. */
export type Outcome =
  /** `userId`: whose email it is; null for one that nobody has proved by a login. */
  | { is: 'right'; userId: string | null; email: string; purpose: CodePurpose }
  /** The code was right, and the email is kept for somebody who may take it back. */
  | { is: 'reserved' }
  | { is: 'wrong'; triesLeft: number }
  | { is: 'used' }
  /** `userId`: whose email it is, of a person that custody knows. */
  | { is: 'exhausted'; userId?: string }
  | { is: 'expired' }

/** Within one transaction that no other for the same email or network address overlaps. */
export type AttemptStart = {
  /** What was mailed before, and whether this device has verified this email before. */
  find(asking: AskingForCode, limits: EmailLimits): Promise<EarlierMails & { fromKnownDevice: boolean }>
  /** Stores the attempt; earlier ones of the same device and email are no longer good. */
  add(attempt: Attempt): Promise<void>
}

/** A device that asks for a code, from a network address. */
export type AskingForCode = Pick<Attempt, 'deviceId' | 'email' | 'ipAddress'>

/** The attempts to prove an email, and who has proved one. */
export type AttemptStore = {
  start<result>(email: string, ipAddress: string, work: (start: AttemptStart) => Promise<result>): Promise<result>
  /**
   * Uses up the code, or one try of it. Of calls that race with the right code, one is answered `right`. A person
   * who logs in for the first time gets `newUserId`, or another id when that is somebody's. An attempt of another device is as good as none: `expired`.
   */
  consume(entered: {
    attemptId: string
    deviceId: string
    codeMac: Uint8Array
    newUserId: (email: string) => Promise<string>
    now: Date
  }): Promise<Outcome>
}

export function createAttemptStore(database: Database): AttemptStore {
  return {
    start: (email, ipAddress, work) =>
      database.transaction('custody', async (sql) => {
        // Always in this order; whoever waits for an address holds no other address. The numbers tell the kinds apart.
        await sql`SELECT pg_advisory_xact_lock(1, hashtext(${email})), pg_advisory_xact_lock(2, hashtext(${ipAddress}))`
        return work(attemptStart(sql))
      }),
    consume: ({ attemptId, deviceId, codeMac, newUserId, now }) =>
      database.transaction('custody', async (sql) => {
        const [row] = await sql<{
          email: string
          purpose: CodePurpose
          is_right: boolean
          tries_left: number
          user_id: string | null
          is_reserved: boolean
        }>`
          UPDATE email_attempts SET
            consumed_at = CASE WHEN code_mac = ${codeMac} THEN ${now}::timestamptz END,
            tries_left = CASE WHEN code_mac = ${codeMac} THEN tries_left ELSE tries_left - 1 END
          WHERE attempt_id = ${attemptId} AND device_id = ${deviceId}
            AND consumed_at IS NULL AND NOT superseded AND tries_left > 0 AND expires_at > ${now}
          RETURNING email, purpose, consumed_at IS NOT NULL AS is_right, tries_left,
            (SELECT user_id FROM people WHERE people.email = email_attempts.email) AS user_id,
            EXISTS (
              SELECT FROM email_undos
              WHERE old_email = email_attempts.email AND used_at IS NULL AND email_undos.expires_at > ${now}
            ) AS is_reserved`
        if (row === undefined) return { is: await whyNot(sql, attemptId, deviceId) }
        const { email, purpose, user_id: userId } = row
        if (row.is_right) {
          if (purpose !== 'login') return { is: 'right', userId, email, purpose }
          if (userId === null && row.is_reserved) return { is: 'reserved' }
          const person = { email, userId, deviceId, newUserId, now }
          return { is: 'right', userId: await recordPerson(sql, person), email, purpose }
        }
        if (row.tries_left > 0) return { is: 'wrong', triesLeft: row.tries_left }
        return userId === null ? { is: 'exhausted' } : { is: 'exhausted', userId }
      }),
  }
}

const attemptStart = (sql: Sql): AttemptStart => ({
  async find({ deviceId, email, ipAddress }, limits) {
    const row = single(
      await sql<{
        is_known: boolean
        last_unused_at: Date | null
        hour_at: Date | null
        day_at: Date | null
        network_at: Date | null
      }>`
        WITH known AS (
          SELECT EXISTS (
            SELECT FROM known_devices JOIN people USING (user_id) WHERE device_id = ${deviceId} AND email = ${email}
          ) AS is_known
        ), counted AS (
          SELECT created_at FROM email_attempts, known
          WHERE email = ${email} AND CASE WHEN is_known THEN device_id = ${deviceId} ELSE NOT from_known_device END
        )
        SELECT is_known,
          (SELECT CASE WHEN consumed_at IS NULL THEN created_at END FROM email_attempts
            WHERE device_id = ${deviceId} AND email = ${email}
            ORDER BY created_at DESC, consumed_at DESC LIMIT 1) AS last_unused_at,
          (SELECT created_at FROM counted ORDER BY created_at DESC OFFSET ${placeOf(limits.perEmailHour)} LIMIT 1) AS hour_at,
          (SELECT created_at FROM counted ORDER BY created_at DESC OFFSET ${placeOf(limits.perEmailDay)} LIMIT 1) AS day_at,
          (SELECT created_at FROM email_attempts
            WHERE ip_address = ${ipAddress} AND NOT from_known_device AND consumed_at IS NULL AND NOT is_known
            ORDER BY created_at DESC OFFSET ${placeOf(limits.perNetworkHour)} LIMIT 1) AS network_at
        FROM known`,
    )
    return {
      fromKnownDevice: row.is_known,
      lastUnusedAt: row.last_unused_at,
      filledAt: { perEmailHour: row.hour_at, perEmailDay: row.day_at, perNetworkHour: row.network_at },
    }
  },
  async add(attempt) {
    const { attemptId, deviceId, email, ipAddress, fromKnownDevice, codeMac, createdAt, expiresAt, tries, purpose } =
      attempt
    await sql`
      WITH superseded AS (
        UPDATE email_attempts SET superseded = true
        WHERE device_id = ${deviceId} AND email = ${email} AND consumed_at IS NULL
      )
      INSERT INTO email_attempts
        (attempt_id, device_id, email, ip_address, from_known_device, code_mac, created_at, expires_at, tries_left, purpose)
      VALUES
        (${attemptId}, ${deviceId}, ${email}, ${ipAddress}, ${fromKnownDevice}, ${codeMac}, ${createdAt}, ${expiresAt}, ${tries},
         ${purpose})`
  },
})

async function whyNot(sql: Sql, attemptId: string, deviceId: string): Promise<'used' | 'exhausted' | 'expired'> {
  const [row] = await sql<{ is_used: boolean; tries_left: number }>`
    SELECT consumed_at IS NOT NULL AS is_used, tries_left FROM email_attempts
    WHERE attempt_id = ${attemptId} AND device_id = ${deviceId}`
  if (row?.is_used) return 'used'
  return row?.tries_left === 0 ? 'exhausted' : 'expired'
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
  // A statement of its own, so that it sees what another login committed while the first one waited for it.
  const found = userId ?? (await findPerson(sql, email))
  if (found === null) throw new Error('a person was neither found nor added')
  await sql`
    INSERT INTO known_devices (user_id, device_id, first_verified_at) VALUES (${found}, ${deviceId}, ${now})
    ON CONFLICT DO NOTHING`
  return found
}

export async function findPerson(sql: Sql, email: string): Promise<string | null> {
  const [person] = await sql<{ user_id: string }>`SELECT user_id FROM people WHERE email = ${email}`
  return person?.user_id ?? null
}

/** Whether an account that had this email may still take it back. */
export async function isReserved(sql: Sql, email: string, now: Date): Promise<boolean> {
  const rows =
    await sql`SELECT 1 FROM email_undos WHERE old_email = ${email} AND used_at IS NULL AND expires_at > ${now}`
  return rows.length > 0
}
