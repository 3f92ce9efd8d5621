import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import { LatchkeyError } from '../LatchkeyError.ts'
import type { Settings } from '../Settings.ts'

/**
 * The issuer's keys, asked for when a token comes and kept for ten minutes. A token with a key that is not among them has them asked for
 * again, at most twice a minute. Where they are follows from `apiUrl` alone: nothing that a token says, no redirect and no discovery leads
 * elsewhere. Throws KEYS_UNREACHABLE.
 */
export function createKeys({ issuer, fetch }: Settings): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`), {
    cacheMaxAge: 600_000,
    cooldownDuration: 30_000,
    timeoutDuration: 5_000,
    [customFetch]: (url, options) => fetch(url, options as RequestInit),
  })
  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (cause) {
      const isKnown = cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys
      throw isKnown || cause instanceof errors.JOSENotSupported
        ? cause
        : new LatchkeyError('KEYS_UNREACHABLE', { cause })
    }
  }
}
