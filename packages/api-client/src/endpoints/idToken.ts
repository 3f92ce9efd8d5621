import * as z from 'zod/mini'
import { origin, projectId } from './fields.ts'
import type { EndpointRow } from './row.ts'

/** What an ID token says beside who signed in: the account's addresses (CAIP-10), and its verified email address. */
export const idTokenScope = z.enum(['wallets', 'email'])
/** A claim that an ID token has only with the user's consent. */
export type IdTokenScope = z.output<typeof idTokenScope>
/** At most one of each scope. Empty asks for the subject only. */
export const idTokenScopes = z.array(idTokenScope).check(z.maxLength(2))
/** What the app sends and gets back in the token, which shows it that the token is not an older one. */
export const idTokenNonce = z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/))

/** `expiresAt` is in seconds since 1970. A wallet of many addresses makes a long token. */
export const issuedIdToken = z.object({
  idToken: z.string().check(z.maxLength(65_536), z.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/)),
  expiresAt: z.number().check(z.int(), z.positive()),
})

/**
 * An ID token (OpenID Connect Core 1.0) of the signed-in user for the project of a page. The wallet has proved the page's
 * origin, and has the user's consent to the scopes.
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
