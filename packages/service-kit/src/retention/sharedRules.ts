import { secondsLater } from '../clock.ts'
import type { Retention, RetentionRule } from './startRetention.ts'

/** Seconds of a day, without leap seconds. */
export const daySeconds = 86_400

/** Removes proofs that are too old to be accepted anyway. */
const removeSpentProofs: RetentionRule = async (sql, now, maxRows) => {
  const rows = await sql`
    DELETE FROM spent_proofs WHERE jti_hash IN (
      SELECT jti_hash FROM spent_proofs WHERE expires_at < ${now} LIMIT ${maxRows} FOR UPDATE SKIP LOCKED
    ) RETURNING 1`
  return rows.length === maxRows
}

/** Returns the rules for the tables that each authority has. */
export const sharedRules = ({ auditDays }: Retention): readonly RetentionRule[] => [
  removeSpentProofs,
  async (sql, now, maxRows) => {
    const before = secondsLater(now, -auditDays * daySeconds)
    const [row] = await sql<{ count: unknown }>`SELECT forget_audit(${before}, ${maxRows}) AS count`
    return Number(row?.count) === maxRows
  },
]
