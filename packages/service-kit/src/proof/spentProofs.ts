import { createHash } from 'node:crypto'
import type { Authority } from '@latchkey/api-client'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

/** Remembers device proofs until they are too old to be accepted anyway. */
export type SpentProofs = {
  /** False when this device has used this `jti` before. */
  spend(deviceId: string, jti: string, expiresAt: Date): Promise<boolean>
}

/** How many proofs pass between two clean-ups. */
const cleanUpEvery = 500

export function createSpentProofs(authority: Authority, database: Database, clock: Clock): SpentProofs {
  let untilCleanUp = 0
  return {
    async spend(deviceId, jti, expiresAt) {
      if (untilCleanUp-- <= 0) {
        untilCleanUp = cleanUpEvery
        await database.statement(authority, (sql) => sql`DELETE FROM spent_proofs WHERE expires_at < ${clock.now()}`)
      }
      const hash = new Uint8Array(createHash('sha256').update(`${deviceId} ${jti}`).digest())
      const rows = await database.statement(
        authority,
        (sql) => sql`
        INSERT INTO spent_proofs (jti_hash, expires_at) VALUES (${hash}, ${expiresAt})
        ON CONFLICT DO NOTHING RETURNING 1`,
      )
      return rows.length === 1
    },
  }
}
