import type { EndpointResponse } from '@latchkey/api-client'
import { type Clock, secondsLater } from '../clock.ts'
import type { Database, DatabaseRole, Sql } from '../db/database.ts'
import { appendAuditOnce, readAudit } from './auditStore.ts'

const usualLimit = 50
/** Refused calls with one device's tokens are logged at most once per interval. */
const refusalSeconds = 60

/** The newest `limit` entries whose id is below `before`. */
export type AuditPage = { before?: number | undefined; limit?: number | undefined }

/** Returns one page of a user's log. Runs in a transaction of the authority that keeps it. */
export async function readAuditPage(
  sql: Sql,
  userId: string,
  { before = Number.MAX_SAFE_INTEGER, limit = usualLimit }: AuditPage,
): Promise<EndpointResponse<'apiAuditLog'>> {
  // One extra entry shows whether there is a next page.
  const found = await readAudit(sql, userId, { before, limit: limit + 1 })
  const entries = found.slice(0, limit).map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }))
  return { entries, next: found.length > limit ? (entries.at(-1)?.id ?? null) : null }
}

/** The owner and device of a genuine token whose call was refused. */
export type Refused = { userId: string; deviceId: string }
/** Records that a request of a signed-in user was refused. */
export type NoteRefusal = (refused: Refused) => Promise<void>

/** Records in the owner's log that a token was refused: stolen, replayed, expired, or used for another user's data. */
export const createNoteRefusal =
  (authority: DatabaseRole, database: Database, clock: Clock): NoteRefusal =>
  async ({ userId, deviceId }) => {
    const at = clock.now()
    const entry = { userId, deviceId, at, event: 'call refused', dappOrigin: null } as const
    await database.transaction(authority, (sql) => appendAuditOnce(sql, entry, secondsLater(at, -refusalSeconds)))
  }
