import { type CanonicalValue, canonicalJson, encodeBase64url } from '@latchkey/api-client'
import type { WindowRequest } from './messages.ts'

/**
 * SHA-256 over the canonical JSON (RFC 8785) of a request, base64url: two requests with one digest are one request.
 * Throws a TypeError for what has no canonical form, as a fraction.
 */
export const digestOf = async (request: WindowRequest): Promise<string> => {
  const bytes = new TextEncoder().encode(canonicalJson(request as CanonicalValue))
  return encodeBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}
