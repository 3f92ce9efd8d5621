import * as z from 'zod/mini'
import { challenge, solution } from '../challenge/challenge.ts'
import { caip10, empty, origin, projectId, uuid } from './fields.ts'
import { capturePurpose } from './projectConfig.ts'
import type { EndpointRow } from './row.ts'

/** Email capture: a user gives a project their email address for a stated purpose. It signs no one in, and doesn't involve custody. */

const given = {
  /** The account that is connected (CAIP-10), as the page reports it. */
  account: caip10,
  /** The purpose that the user has read. Rejected unless it is the project's. */
  purpose: capturePurpose,
} as const

/**
 * Mails a code to an address, for `confirmEmailCapture`. The response is the same for every address. As with sign-in codes, a challenge is
 * required when limits are nearly used up (CHALLENGE_REQUIRED). Needs an `Origin` of the project.
 */
export const startEmailCapture = {
  authority: 'api',
  method: 'POST',
  path: '/v1/email-capture/start',
  credential: 'none',
  caller: 'dapp',
  request: z.object({
    projectId,
    ...given,
    email: z.string().check(z.maxLength(254)),
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
    'CAIP_ADDRESS_INVALID',
    'PURPOSE_CHANGED',
    'RATE_LIMITED',
    'CHALLENGE_REQUIRED',
    'PROJECT_UNKNOWN',
    'ORIGIN_NOT_ALLOWED',
    'NOT_ENABLED',
    'MAIL_FAILED',
  ],
  idempotent: false,
} as const satisfies EndpointRow

/** Submits the address of an attempt with its mailed code. Once, from the page that started it. */
export const confirmEmailCapture = {
  authority: 'api',
  method: 'POST',
  path: '/v1/email-capture/confirm',
  credential: 'none',
  caller: 'dapp',
  request: z.object({ projectId, attemptId: uuid, code: z.string().check(z.maxLength(32)) }),
  response: empty,
  errors: [
    'OTP_INVALID',
    'OTP_EXPIRED',
    'OTP_USED',
    'OTP_EXHAUSTED',
    'RATE_LIMITED',
    'PROJECT_UNKNOWN',
    'ORIGIN_NOT_ALLOWED',
    'NOT_ENABLED',
  ],
  idempotent: false,
} as const satisfies EndpointRow

/** Submits the verified address of the user's own account, without a code. EMAIL_INVALID: the account has none. */
export const shareEmail = {
  authority: 'api',
  method: 'POST',
  path: '/v1/email-capture/share',
  credential: 'token',
  caller: 'wallet',
  request: z.object({ projectId, dappOrigin: origin, ...given }),
  response: empty,
  errors: [
    'SESSION_EXPIRED',
    'UNAUTHORIZED',
    'EMAIL_INVALID',
    'CAIP_ADDRESS_INVALID',
    'PURPOSE_CHANGED',
    'PROJECT_UNKNOWN',
    'ORIGIN_NOT_ALLOWED',
    'NOT_ENABLED',
  ],
  idempotent: true,
} as const satisfies EndpointRow
