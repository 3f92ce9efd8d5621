import { encodeBase64url } from '@latchkey/api-client'

/** The secret of one attempt, and its public challenge. */
export type Pkce = { readonly codeVerifier: string; readonly codeChallenge: string }

/** RFC 7636 with S256: only the client with the verifier can have started the attempt with this challenge. 32 random bytes. */
export const createPkce = async (): Promise<Pkce> => {
  const codeVerifier = encodeBase64url(crypto.getRandomValues(new Uint8Array(32)))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier))
  return { codeVerifier, codeChallenge: encodeBase64url(new Uint8Array(digest)) }
}
