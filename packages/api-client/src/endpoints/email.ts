import * as z from 'zod/mini'
import { challenge, solution } from '../challenge/challenge.ts'
import { jwt, origin, projectId, uuid } from './fields.ts'
import type { EndpointRow } from './row.ts'

/**
 * Mails a code for an attempt of this device. The response is the same for known and unknown emails.
 *
 * `purpose` is the use of the code, which its mail states: `login` (the default) opens a session by `startSession`, `confirmation` confirms
 * the existing one by `confirmSession`.
 *
 * When limits on mails are nearly used up, a device that isn't known to the email must first solve a challenge: the call fails with
 * CHALLENGE_REQUIRED, whose details are the challenge, and is repeated with the solution. `challenge` is the one that the next call will
 * need, to be solved while the user waits for the mail.
 */
export const emailStart = {
  authority: 'custody',
  method: 'POST',
  path: '/custody/v1/email/start',
  credential: 'proof',
  caller: 'wallet',
  request: z.object({
    projectId,
    dappOrigin: origin,
    email: z.string().check(z.maxLength(254)),
    purpose: z.optional(z.enum(['login', 'confirmation'])),
    solution: z.optional(solution),
  }),
  response: z.object({
    attemptId: uuid,
    expiresInSeconds: z.number(),
    resendInSeconds: z.number(),
    challenge: z.optional(challenge),
  }),
  errors: [
    'EMAIL_INVALID',
    'RATE_LIMITED',
    'CHALLENGE_REQUIRED',
    'PROJECT_UNKNOWN',
    'ORIGIN_NOT_ALLOWED',
    'MAIL_FAILED',
  ],
  idempotent: false,
} as const satisfies EndpointRow

/** The user's input, for an attempt of this device. */
export const emailProof = { attemptId: uuid, code: z.string().check(z.maxLength(16)) }

/** Proves the email. `apiGrant` opens a session at the api, `custodyToken` accesses this user's recovery share. */
export const emailVerify = {
  authority: 'custody',
  method: 'POST',
  path: '/custody/v1/email/verify',
  credential: 'proof',
  caller: 'wallet',
  request: z.object(emailProof),
  response: z.object({ userId: uuid, apiGrant: jwt, custodyToken: jwt }),
  errors: ['OTP_INVALID', 'OTP_EXPIRED', 'OTP_USED', 'OTP_EXHAUSTED'],
  idempotent: false,
} as const satisfies EndpointRow
