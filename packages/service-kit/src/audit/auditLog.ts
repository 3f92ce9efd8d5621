import type { EndpointResponse } from '@latchkey/api-client'
import { type Clock, secondsLater } from '../clock.ts'
import type { Database, DatabaseRole, Sql } from '../db/database.ts'
import { appendAuditOnce, readAudit } from './auditStore.ts'

const usualLimit = 50
/** Refused calls with the tokens of one device are noted once in so long. */
const refusalSeconds = 60

export type AuditPage = { before?: number | undefined; limit?: number | undefined }

/** One page of a person's log, within a transaction of the authority that keeps it. */
export async function readAuditPage(
  sql: Sql,
  userId: string,
  { before = Number.MAX_SAFE_INTEGER, limit = usualLimit }: AuditPage,
): Promise<EndpointResponse<'apiAuditLog'>> {
  // One more than asked for tells whether there is a next page.
  const found = await readAudit(sql, userId, { before, limit: limit + 1 })
  const entries = found.slice(0, limit).map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }))
  return { entries, next: found.length > limit ? (entries.at(-1)?.id ?? null) : null }
}

/** Whose genuine token came with a call that was refused. */
export type Refused = { userId: string; deviceId: string }
export type NoteRefusal = (refused: Refused) => Promise<void>

/** Notes in the log of its owner that a token was used in vain: stolen, replayed, too late, or for what is another's. */
export const createNoteRefusal =
  (authority: DatabaseRole, database: Database, clock: Clock): NoteRefusal =>
  async ({ userId, deviceId }) => {
    const at = clock.now()
    const entry = { userId, deviceId, at, event: 'call refused', dappOrigin: null } as const
    await database.transaction(authority, (sql) => appendAuditOnce(sql, entry, secondsLater(at, -refusalSeconds)))
  }
