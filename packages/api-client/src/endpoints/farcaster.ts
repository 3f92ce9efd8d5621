import * as z from 'zod/mini'
import { origin, projectId, uuid } from './fields.ts'
import type { EndpointRow } from './row.ts'
import { loginPurpose, socialVerify } from './social.ts'

/**
 * Sign-in with Farcaster (FIP-11): the api opens a channel at the relay, the user's Farcaster app signs a message with the attempt's nonce
 * (`farcasterNonce`), and each authority verifies message and signer on the chain separately.
 */

/** The signed message and its signature: EIP-4361 text, and hexadecimal. */
export const farcasterProof = {
  attemptId: uuid,
  message: z.string().check(z.maxLength(4096)),
  signature: z.string().check(z.maxLength(4096), z.regex(/^0x[0-9a-fA-F]+$/)),
}

/** Starts an attempt. `url` is for a QR code, or a link on a phone. Only the wallet's own page confirms and links, as in `socialStart`. */
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
 * Polls the relay. A message that fails verification is SOCIAL_REFUSED and ends the attempt; while relay or chain are unavailable,
 * PROVIDER_UNAVAILABLE, and the call may be repeated. `over`: expired, used, of another device, or never created.
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

/** Works like `socialVerify`. */
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
