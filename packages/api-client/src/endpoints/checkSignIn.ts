import * as z from 'zod/mini'
import { empty, uuid } from './fields.ts'
import type { EndpointRow } from './row.ts'
import { codeChallenge, socialProvider } from './social.ts'

/**
 * Before anybody is sent to a provider: whether what the api has answered to `socialStart` or `farcasterStart` asks for this
 * device and attempt. What somebody consents to there is made for the nonce that the address carries, and an api that put
 * another device's in its place would have custody believe that device. So custody looks, which knows the provider by itself.
 * Of a provider that signs nothing there is nothing to see: the api's word is all there is. Nor does custody see where a window
 * goes on its way back, which is by the api's own address (threat model, "What does not hold").
 *
 * SOCIAL_REFUSED: the address leads elsewhere, or asks for another device or attempt.
 */
export const checkSignIn = {
  authority: 'custody',
  method: 'POST',
  path: '/custody/v1/sign-in/check',
  credential: 'proof',
  caller: 'wallet',
  request: z.union([
    z.object({ provider: socialProvider, codeChallenge, uri: z.string().check(z.maxLength(4096)) }),
    z.object({ attemptId: uuid, url: z.string().check(z.maxLength(2048)) }),
  ]),
  response: empty,
  errors: ['NOT_ENABLED', 'SOCIAL_REFUSED', 'PROVIDER_UNAVAILABLE'],
  idempotent: true,
  timeoutMs: 15_000,
} as const satisfies EndpointRow
