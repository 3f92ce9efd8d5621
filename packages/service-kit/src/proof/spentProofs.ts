import { createHash } from 'node:crypto'
import type { Authority } from '@latchkey/api-client'
import type { Clock } from '../clock.ts'
import type { Database, Sql } from '../db/database.ts'
import type { Kms } from '../kms/kms.ts'
import type { RateLimitStore } from '../rateLimits/RateLimitStore.ts'

/** Remembers device proofs until they are too old to be accepted anyway. */
export type SpentProofs = {
  /** Returns false when this device has used this `jti` before. */
  spend(deviceId: string, jti: string, expiresAt: Date): Promise<boolean>
}

/** Where the ids of used proofs are stored. `kms`: one key for all processes of the authority. */
export type SpentProofsOptions = {
  authority: Authority
  database: Database
  rateLimits: RateLimitStore
  kms: Pick<Kms, 'macs'>
  clock: Clock
}

const nameOf = (deviceId: string, jti: string) => `${deviceId} ${jti}`
const hashOf = (deviceId: string, jti: string) => createHash('sha256').update(nameOf(deviceId, jti)).digest()

/** Spends an id within a transaction. Returns false when this device has used it before. Ids of proofs have at most 64 characters. */
export async function spendOnce(sql: Sql, deviceId: string, id: string, expiresAt: Date): Promise<boolean> {
  const hash = new Uint8Array(hashOf(deviceId, id))
  const rows = await sql`
    INSERT INTO spent_proofs (jti_hash, expires_at) VALUES (${hash}, ${expiresAt})
    ON CONFLICT DO NOTHING RETURNING 1`
  return rows.length === 1
}

/**
 * How many bytes of a MAC select its set in Redis: few enough that a set has many members in a flood, which keeps the overhead per key low.
 */
const setBytes = 2
/** How many bytes of a MAC are stored: enough to distinguish all proofs. */
const keptBytes = 16

/**
 * Creates the store: in Redis if there is one, which expires entries; otherwise in the database, which `startRetention` cleans up. Redis
 * scans a whole set for each proof, so a secret key chooses the set: without it, an attacker could aim a flood of proofs at one set.
 */
export function createSpentProofs({ authority, database, rateLimits, kms, clock }: SpentProofsOptions): SpentProofs {
  const { remember } = rateLimits
  if (remember !== undefined)
    return {
      async spend(deviceId, jti, expiresAt) {
        const macs = await kms.macs('spent proof', new TextEncoder().encode(nameOf(deviceId, jti)))
        // While the key rotates, processes have different first keys, but share one. Stored under both, a proof takes twice the space.
        const areNew = await Promise.all(
          macs.map((mac) => {
            // One set for each nonce expiry: its members expire together.
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
