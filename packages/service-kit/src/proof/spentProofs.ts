import { createHash } from 'node:crypto'
import type { Authority } from '@latchkey/api-client'
import type { Clock } from '../clock.ts'
import type { Database, Sql } from '../db/database.ts'
import type { Allowances } from '../rateLimits/allowances.ts'

/** Remembers device proofs until they are too old to be accepted anyway. */
export type SpentProofs = {
  /** False when this device has used this `jti` before. */
  spend(deviceId: string, jti: string, expiresAt: Date): Promise<boolean>
}

export type SpentProofsOptions = { authority: Authority; database: Database; allowances: Allowances; clock: Clock }

const hashOf = (deviceId: string, jti: string) => createHash('sha256').update(`${deviceId} ${jti}`).digest()

/** Within a transaction. False when this device has used it before. Ids of proofs have at most 64 characters. */
export async function spendOnce(sql: Sql, deviceId: string, id: string, expiresAt: Date): Promise<boolean> {
  const hash = new Uint8Array(hashOf(deviceId, id))
  const rows = await sql`
    INSERT INTO spent_proofs (jti_hash, expires_at) VALUES (${hash}, ${expiresAt})
    ON CONFLICT DO NOTHING RETURNING 1`
  return rows.length === 1
}

/** In Redis where there is one, which forgets them by itself; else in the database, which `startRetention` cleans up. */
export function createSpentProofs({ authority, database, allowances, clock }: SpentProofsOptions): SpentProofs {
  const { remember } = allowances
  if (remember !== undefined)
    return {
      spend: (deviceId, jti, expiresAt) =>
        remember(`proof ${hashOf(deviceId, jti).toString('base64url')}`, expiresAt.getTime() - clock.now().getTime()),
    }
  return {
    async spend(deviceId, jti, expiresAt) {
      const hash = new Uint8Array(hashOf(deviceId, jti))
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
