import * as z from 'zod/mini'
import { origin, projectId } from './fields.ts'
import type { EndpointRow } from './row.ts'

/** The optional claims of an ID token: the account's addresses (CAIP-10), and its verified email address. */
export const idTokenScope = z.enum(['wallets', 'email'])
/** A claim that an ID token has only with the user's consent. */
export type IdTokenScope = z.output<typeof idTokenScope>
/** Each scope at most once. An empty list requests only the subject. */
export const idTokenScopes = z.array(idTokenScope).check(z.maxLength(2))
/** The app's nonce, returned in the token, which proves that the token isn't an older one. */
export const idTokenNonce = z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/))

/** `expiresAt` is in seconds since 1970. A wallet with many addresses makes a long token. */
export const issuedIdToken = z.object({
  idToken: z.string().check(z.maxLength(65_536), z.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/)),
  expiresAt: z.number().check(z.int(), z.positive()),
})

/**
 * Issues an ID token (OpenID Connect Core 1.0) of the signed-in user for a page's project. The wallet has proved the page's origin, and has
 * the user's consent to the scopes.
 */
export const issueIdToken = {
  authority: 'api',
  method: 'POST',
  path: '/v1/id-token',
  credential: 'token',
  caller: 'wallet',
  request: z.object({ projectId, origin, scopes: idTokenScopes, nonce: z.optional(idTokenNonce) }),
  response: issuedIdToken,
  errors: ['SESSION_EXPIRED', 'PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED'],
  idempotent: true,
} as const satisfies EndpointRow
