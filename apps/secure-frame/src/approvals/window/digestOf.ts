import { type CanonicalValue, canonicalJson, encodeBase64url } from '@latchkey/api-client'
import type { WindowRequest } from './messages.ts'

/**
 * Returns the SHA-256 of a request's canonical JSON (RFC 8785) in base64url: two requests with one digest are the same.
 * Throws a TypeError for values without a canonical form, such as a fraction.
 */
export const digestOf = async (request: WindowRequest): Promise<string> => {
  const bytes = new TextEncoder().encode(canonicalJson(request as CanonicalValue))
  return encodeBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}
