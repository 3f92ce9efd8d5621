import * as z from 'zod/mini'
import { challenge, solution } from '../challenge/challenge.ts'
import { jwt, origin, projectId, uuid } from './fields.ts'
import type { EndpointRow } from './row.ts'

/**
 * Mail a code for an attempt of this device. The answer is the same for known and unknown emails.
 *
 * `purpose` is what the code is good for, and what its mail says: `login` (the default) opens a session by `startSession`,
 * `confirmation` confirms the one that there is by `confirmSession`.
 *
 * Where limits on mails are nearly used up, a device that is not known to the email has to solve a challenge first: it fails with
 * CHALLENGE_REQUIRED, whose details are the challenge, and is repeated with the solution. `challenge` is the one that the next call is
 * going to need, to be solved while the user waits for the mail.
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

/** What the user has entered, for an attempt of this device. */
export const emailProof = { attemptId: uuid, code: z.string().check(z.maxLength(16)) }

/** Prove the email. `apiGrant` opens a session at the api, `custodyToken` reaches this person's recovery share. */
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
