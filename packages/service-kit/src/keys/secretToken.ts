import { createHash, randomBytes } from 'node:crypto'
import { encodeBase64url } from '@latchkey/api-client'

/** Returns 256 random bits, base64url: a bearer token, which is sufficient authorization. */
export const makeSecretToken = (): string => encodeBase64url(new Uint8Array(randomBytes(32)))

/**
 * Returns the hash that is stored: a copy of the database doesn't reveal the token. Its entropy is too high to guess, so it needs no salt.
 */
export const hashSecretToken = (token: string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(token).digest())
