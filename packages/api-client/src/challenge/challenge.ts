import * as z from 'zod/mini'

const hex = (bytes: number) => z.string().check(z.length(2 * bytes), z.regex(/^[0-9a-f]+$/))

/**
 * A proof of work, required before a mail is sent when limits are nearly used up. It is ALTCHA's proof-of-work v2: find a number below 2^32
 * from which PBKDF2 derives a key that starts with `keyPrefix`.
 */
const challengeFields = {
  nonce: hex(16),
  salt: hex(16),
  keyPrefix: hex(8),
  /** Rounds of PBKDF2 for each key; our clients reject more than `maxRounds`. */
  cost: z.int().check(z.gte(1)),
  /** Average number of keys that a solver derives. */
  work: z.int().check(z.gte(1)),
  /** Unix time in seconds. */
  expiresAt: z.int(),
  /** The service's signatures, of the key and of all that the challenge is bound to. */
  keySignature: hex(32),
  signature: hex(32),
}
/** A challenge as the api and custody send it; hexadecimal text is in lower case, without `0x`. */
export const challenge = z.object(challengeFields)
/** A parsed challenge. It isn't authenticated: only the service that signed it can check it. */
export type Challenge = z.output<typeof challenge>

/** The challenge as received, the number, and the key. It counts once, for the device and the email that it was made for. */
export const solution = z.object({
  ...challengeFields,
  counter: z.int().check(z.gte(0), z.lte(0xffff_ffff)),
  derivedKey: hex(32),
})
/** A parsed solution. The service has to check its signatures, expiry, key and that it is used once. */
export type Solution = z.output<typeof solution>
