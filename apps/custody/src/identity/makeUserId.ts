import { uuidOf } from '@latchkey/api-client'
import type { Kms } from '@latchkey/service-kit/kms/kms'

/**
 * Returns the id of a user who proves this email or identity for the first time, a UUID of version 8. It is the same each time: after a
 * restore from an older backup, newer users get the id that the api and their devices know. Only custody can make it, and it gives no id to
 * a second user (the first one's email may have changed).
 */
export async function makeUserId(kms: Kms, ...whose: readonly string[]): Promise<string> {
  return uuidOf(await kms.mac('user id', new TextEncoder().encode(JSON.stringify(whose))), 8)
}
