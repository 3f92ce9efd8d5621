import type { Database, Sql } from '@latchkey/service-kit/db/database'
import type { EarlierMails, MailFilter } from '@latchkey/service-kit/mail/mailAllowance'
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
export type AttemptStart = EarlierMails & {
  /** Has this device verified this email before? */
  isKnownDevice(deviceId: string, email: string): Promise<boolean>
  /** Stores the attempt; earlier ones of the same device and email are no longer good. */
  add(attempt: Attempt): Promise<void>
}

/** The attempts to prove an email, and who has proved one. */
export type AttemptStore = {
  start<result>(email: string, ipAddress: string, work: (start: AttemptStart) => Promise<result>): Promise<result>
  /**
   * Uses up the code, or one try of it. Of calls that race with the right code, one is answered `right`. A person
   * who logs in for the first time gets `newUserId`. An attempt of another device is as good as none: `expired`.
   */
  consume(entered: {
    attemptId: string
    deviceId: string
    codeMac: Uint8Array
    newUserId: string
    now: Date
  }): Promise<Outcome>
  /** Forgets attempts, and with them who asked for a code from where. */
  deleteBefore(date: Date): Promise<void>
}

export function createAttemptStore(database: Database): AttemptStore {
  return {
    start: (email, ipAddress, work) =>
      database.transaction('custody', async (sql) => {
        // Always in this order; whoever waits for an address holds no other address. The numbers tell the kinds apart.
        await sql`SELECT pg_advisory_xact_lock(1, hashtext(${email}))`
        await sql`SELECT pg_advisory_xact_lock(2, hashtext(${ipAddress}))`
        return work(attemptStart(sql))
      }),
    consume: ({ attemptId, deviceId, codeMac, newUserId, now }) =>
      database.transaction('custody', async (sql) => {
        const [row] = await sql<{ email: string; purpose: CodePurpose; is_right: boolean; tries_left: number }>`
          UPDATE email_attempts SET
            consumed_at = CASE WHEN code_mac = ${codeMac} THEN ${now}::timestamptz END,
            tries_left = CASE WHEN code_mac = ${codeMac} THEN tries_left ELSE tries_left - 1 END
          WHERE attempt_id = ${attemptId} AND device_id = ${deviceId}
            AND consumed_at IS NULL AND NOT superseded AND tries_left > 0 AND expires_at > ${now}
          RETURNING email, purpose, consumed_at IS NOT NULL AS is_right, tries_left`
        if (row === undefined) return { is: await whyNot(sql, attemptId, deviceId) }
        const { email, purpose } = row
        if (row.is_right) {
          const known = await findPerson(sql, email)
          if (purpose !== 'login') return { is: 'right', userId: known, email, purpose }
          if (known === null && (await isReserved(sql, email, now))) return { is: 'reserved' }
          return { is: 'right', userId: await recordPerson(sql, email, deviceId, newUserId, now), email, purpose }
        }
        if (row.tries_left > 0) return { is: 'wrong', triesLeft: row.tries_left }
        const userId = await findPerson(sql, email)
        return userId === null ? { is: 'exhausted' } : { is: 'exhausted', userId }
      }),
    deleteBefore: (date) =>
      database.transaction('custody', async (sql) => {
        // Rows that another server deletes at this moment are left to it.
        await sql`
          DELETE FROM email_attempts WHERE attempt_id IN (
            SELECT attempt_id FROM email_attempts WHERE created_at < ${date} FOR UPDATE SKIP LOCKED)`
      }),
  }
}

const attemptStart = (sql: Sql): AttemptStart => ({
  async isKnownDevice(deviceId, email) {
    const rows = await sql`
      SELECT 1 FROM known_devices JOIN people USING (user_id) WHERE device_id = ${deviceId} AND email = ${email}`
    return rows.length > 0
  },
  async lastUnusedAt(deviceId, email) {
    const [row] = await sql<{ created_at: Date; consumed_at: Date | null }>`
      SELECT created_at, consumed_at FROM email_attempts WHERE device_id = ${deviceId} AND email = ${email}
      ORDER BY created_at DESC, consumed_at DESC LIMIT 1`
    return row === undefined || row.consumed_at !== null ? null : row.created_at
  },
  async nthNewestAt(filter, count) {
    const [row] = await newestFirst(sql, filter, count - 1)
    return row?.created_at ?? null
  },
  async add(attempt) {
    const { attemptId, deviceId, email, ipAddress, fromKnownDevice, codeMac, createdAt, expiresAt, tries, purpose } =
      attempt
    await sql`
      UPDATE email_attempts SET superseded = true
      WHERE device_id = ${deviceId} AND email = ${email} AND consumed_at IS NULL`
    await sql`
      INSERT INTO email_attempts
        (attempt_id, device_id, email, ip_address, from_known_device, code_mac, created_at, expires_at, tries_left, purpose)
      VALUES
        (${attemptId}, ${deviceId}, ${email}, ${ipAddress}, ${fromKnownDevice}, ${codeMac}, ${createdAt}, ${expiresAt}, ${tries},
         ${purpose})`
  },
})

function newestFirst(sql: Sql, filter: MailFilter, skip: number): Promise<{ created_at: Date }[]> {
  switch (filter.by) {
    case 'device':
      return sql`
        SELECT created_at FROM email_attempts WHERE device_id = ${filter.deviceId} AND email = ${filter.email}
        ORDER BY created_at DESC OFFSET ${skip} LIMIT 1`
    case 'email':
      return sql`
        SELECT created_at FROM email_attempts WHERE email = ${filter.email} AND NOT from_known_device
        ORDER BY created_at DESC OFFSET ${skip} LIMIT 1`
    case 'address':
      return sql`
        SELECT created_at FROM email_attempts WHERE ip_address = ${filter.ipAddress} AND NOT from_known_device
        ORDER BY created_at DESC OFFSET ${skip} LIMIT 1`
  }
}

async function whyNot(sql: Sql, attemptId: string, deviceId: string): Promise<'used' | 'exhausted' | 'expired'> {
  const [row] = await sql<{ is_used: boolean; tries_left: number }>`
    SELECT consumed_at IS NOT NULL AS is_used, tries_left FROM email_attempts
    WHERE attempt_id = ${attemptId} AND device_id = ${deviceId}`
  if (row?.is_used) return 'used'
  return row?.tries_left === 0 ? 'exhausted' : 'expired'
}

async function recordPerson(sql: Sql, email: string, deviceId: string, newUserId: string, now: Date): Promise<string> {
  await sql`
    INSERT INTO people (user_id, email, created_at) VALUES (${newUserId}, ${email}, ${now})
    ON CONFLICT (email) DO NOTHING`
  // A statement of its own, so that it sees what another login committed while the first one waited for it.
  const userId = await findPerson(sql, email)
  if (userId === null) throw new Error('a person was neither found nor added')
  await sql`
    INSERT INTO known_devices (user_id, device_id, first_verified_at) VALUES (${userId}, ${deviceId}, ${now})
    ON CONFLICT DO NOTHING`
  return userId
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
