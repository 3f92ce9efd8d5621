import type { Kms } from '@latchkey/service-kit/kms/kms'

/**
 * Returns the id of the user who proves this email or identity for the first time, a UUID of version 8. It is the same each time: a custody
 * that was restored from an older backup gives users who came since the id that the api and their devices know. Nobody else can
 * make it, and one that somebody has is given to nobody else (their email may have changed).
 */
export async function makeUserId(kms: Kms, ...whose: readonly string[]): Promise<string> {
  const bytes = (await kms.mac('user id', new TextEncoder().encode(JSON.stringify(whose)))).subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
