import { createHash } from 'node:crypto'
import type { Authority } from '@latchkey/api-client'
import type { Clock } from '../clock.ts'
import type { Database, Sql } from '../db/database.ts'
import type { Kms } from '../kms/kms.ts'
import type { RateLimitStore } from '../rateLimits/RateLimitStore.ts'

/** Remembers device proofs until they are too old to be accepted anyway. */
export type SpentProofs = {
  /** False when this device has used this `jti` before. */
  spend(deviceId: string, jti: string, expiresAt: Date): Promise<boolean>
}

/** Where the ids of used proofs are kept. `kms`: one key for all processes of the authority. */
export type SpentProofsOptions = {
  authority: Authority
  database: Database
  rateLimits: RateLimitStore
  kms: Pick<Kms, 'macs'>
  clock: Clock
}

const nameOf = (deviceId: string, jti: string) => `${deviceId} ${jti}`
const hashOf = (deviceId: string, jti: string) => createHash('sha256').update(nameOf(deviceId, jti)).digest()

/** Within a transaction. False when this device has used it before. Ids of proofs have at most 64 characters. */
export async function spendOnce(sql: Sql, deviceId: string, id: string, expiresAt: Date): Promise<boolean> {
  const hash = new Uint8Array(hashOf(deviceId, id))
  const rows = await sql`
    INSERT INTO spent_proofs (jti_hash, expires_at) VALUES (${hash}, ${expiresAt})
    ON CONFLICT DO NOTHING RETURNING 1`
  return rows.length === 1
}

/** How many bytes of a MAC name its set in Redis: few enough that a set has many members in a flood, and a key costs little for each. */
const setBytes = 2
/** How many bytes of a MAC are kept: enough to tell all proofs apart. */
const keptBytes = 16

/**
 * In Redis if there is one, which expires them; otherwise in the database, which `startRetention` cleans up. Redis scans a whole set for each
 * proof, so a secret key chooses the set: without it, a stranger could aim a flood of proofs at one set.
 */
export function createSpentProofs({ authority, database, rateLimits, kms, clock }: SpentProofsOptions): SpentProofs {
  const { remember } = rateLimits
  if (remember !== undefined)
    return {
      async spend(deviceId, jti, expiresAt) {
        const macs = await kms.macs('spent proof', new TextEncoder().encode(nameOf(deviceId, jti)))
        // While the key rotates, processes have different first keys, but share one. Kept under both, a proof takes twice the room.
        const areNew = await Promise.all(
          macs.map((mac) => {
            // A set for each expiry of a nonce: its members expire together.
            const set = `proofs ${expiresAt.getTime()} ${Buffer.from(mac.subarray(0, setBytes)).toString('hex')}`
            const member = mac.subarray(setBytes, keptBytes)
            return remember(set, member, expiresAt.getTime() - clock.now().getTime())
          }),
        )
        return areNew.every((isNew) => isNew)
      },
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
