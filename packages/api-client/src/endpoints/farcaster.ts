import * as z from 'zod/mini'
import { origin, projectId, uuid } from './fields.ts'
import type { EndpointRow } from './row.ts'
import { loginPurpose, socialVerify } from './social.ts'

/**
 * Login by Farcaster (FIP-11, Sign In With Farcaster): the api opens a channel at the relay, the person's app signs a message
 * with the attempt's nonce (`farcasterNonce`), and each authority verifies message and signer on the chain for itself.
 */

/** What was signed, and by whom: EIP-4361 text, and a signature in hexadecimal. */
export const farcasterProof = {
  attemptId: uuid,
  message: z.string().check(z.maxLength(4096)),
  signature: z.string().check(z.maxLength(4096), z.regex(/^0x[0-9a-fA-F]+$/)),
}

/** `url` is for a QR code, or a link on a phone. Only the wallet's own page confirms and links, as in `socialStart`. */
export const farcasterStart = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/farcaster/start',
  credential: 'proof',
  caller: 'wallet',
  request: z.object({ projectId, dappOrigin: origin, purpose: z.optional(loginPurpose) }),
  response: z.object({
    attemptId: uuid,
    url: z.string().check(z.maxLength(2048), z.regex(/^https?:\/\//)),
    expiresInSeconds: z.number(),
  }),
  errors: ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'NOT_ENABLED', 'PROVIDER_UNAVAILABLE', 'RATE_LIMITED'],
  idempotent: false,
  timeoutMs: 15_000,
} as const satisfies EndpointRow

/**
 * Asks the relay. A message that does not verify is SOCIAL_REFUSED and ends the attempt; while relay or chain are away,
 * PROVIDER_UNAVAILABLE, and one may ask again. `over`: expired, used, another device's, or never made.
 */
export const farcasterStatus = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/farcaster/status',
  credential: 'proof',
  caller: 'wallet',
  request: z.object({ attemptId: uuid }),
  response: z.discriminatedUnion('status', [
    z.object({ status: z.literal('waiting') }),
    z.object({
      status: z.literal('signed'),
      message: farcasterProof.message,
      signature: farcasterProof.signature,
      userName: z.nullable(z.string()),
    }),
    z.object({ status: z.literal('over') }),
  ]),
  errors: ['NOT_ENABLED', 'SOCIAL_REFUSED', 'PROVIDER_UNAVAILABLE'],
  idempotent: true,
  timeoutMs: 25_000,
} as const satisfies EndpointRow

/** As `socialVerify`. */
export const farcasterVerify = {
  authority: 'custody',
  method: 'POST',
  path: '/custody/v1/farcaster/verify',
  credential: 'proof',
  caller: 'wallet',
  request: z.object({ ...farcasterProof, purpose: z.optional(z.enum(['login', 'confirmation'])) }),
  response: socialVerify.response,
  errors: ['NOT_ENABLED', 'SOCIAL_EXPIRED', 'SOCIAL_REFUSED', 'PROVIDER_UNAVAILABLE'],
  idempotent: false,
  timeoutMs: 15_000,
} as const satisfies EndpointRow
