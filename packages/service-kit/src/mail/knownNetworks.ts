import { secondsLater } from '../clock.ts'
import type { Sql } from '../db/database.ts'
import type { Kms } from '../kms/kms.ts'
import { networksOf } from '../rateLimits/networkOf.ts'
import { daySeconds } from '../retention/sharedRules.ts'
import type { RetentionRule } from '../retention/startRetention.ts'

/**
 * Networks in which users signed in before, so that requesters elsewhere don't use up the users' mail limits there. Each is stored as a
 * keyed digest of the /24 or /56 and the email address: it reveals neither without the key, and differs between users.
 */
export const networkMac = (kms: Kms, email: string, ipAddress: string): Promise<Uint8Array<ArrayBuffer>> => {
  const { network, wide } = networksOf(ipAddress)
  return kms.mac('knownNetwork', new TextEncoder().encode(JSON.stringify([email, wide ?? network])))
}

/** Records that a user has signed in from this network now. */
export const noteNetwork = (
  sql: Sql,
  { userId, mac, now }: { userId: string; mac: Uint8Array; now: Date },
): Promise<Record<string, unknown>[]> => sql`
    INSERT INTO known_networks (user_id, network_mac, seen_at) VALUES (${userId}, ${mac}, ${now})
    ON CONFLICT (network_mac, user_id) DO UPDATE SET seen_at = excluded.seen_at`

/** Removes networks from which their user has not signed in for this many days. */
export const removeKnownNetworks =
  (days: number): RetentionRule =>
  async (sql, now, maxRows) => {
    const rows = await sql`
      DELETE FROM known_networks WHERE (network_mac, user_id) IN (
        SELECT network_mac, user_id FROM known_networks WHERE seen_at < ${secondsLater(now, -days * daySeconds)}
        LIMIT ${maxRows} FOR UPDATE SKIP LOCKED
      ) RETURNING 1`
    return rows.length === maxRows
  }
