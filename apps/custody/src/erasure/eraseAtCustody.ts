import type { EndpointResponse } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { appendAudit } from '@latchkey/service-kit/audit/auditStore'
import type { Clock } from '@latchkey/service-kit/clock'
import type { Database, Sql } from '@latchkey/service-kit/db/database'

/**
 * Custody forgets a person: email, logins, devices and recovery shares. Their id stays, with that of their wallet, and audit entries
 * until they are old. Throws ERASURE_WAITS while a former address may take the account back.
 */
export const eraseAtCustody = (
  { database, clock }: { database: Database; clock: Clock },
  userId: string,
): Promise<EndpointResponse<'eraseAtCustody'>> =>
  database.transaction('custody', async (sql) => {
    const now = clock.now()
    // The lock of a person's recovery shares.
    await sql`SELECT pg_advisory_xact_lock(6, hashtext(${userId}))`
    if (await mayBeTakenBack(sql, userId, now)) throw new AppError('ERASURE_WAITS')
    await sql`DELETE FROM recovery_shares WHERE user_id = ${userId}`
    await sql`DELETE FROM known_networks WHERE user_id = ${userId}`
    await sql`DELETE FROM known_devices WHERE user_id = ${userId}`
    const logins = await sql`DELETE FROM identities WHERE user_id = ${userId} RETURNING 1`
    await sql`DELETE FROM email_undos WHERE user_id = ${userId}`
    await sql`
      DELETE FROM email_changes WHERE user_id = ${userId}
        OR old_email = (SELECT email FROM people WHERE user_id = ${userId})`
    const known = await sql`UPDATE people SET email = NULL WHERE user_id = ${userId} AND email IS NOT NULL RETURNING 1`
    if (logins.length + known.length > 0)
      await appendAudit(sql, { userId, at: now, event: 'account erased', deviceId: '', dappOrigin: null })
    return {}
  })

async function mayBeTakenBack(sql: Sql, userId: string, now: Date): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM email_undos WHERE user_id = ${userId} AND used_at IS NULL AND expires_at > ${now}`
  return rows.length > 0
}
