import * as z from 'zod/mini'
import { challenge, solution } from '../challenge/challenge.ts'
import { base64url, empty, jwt, origin, projectId, timestamp, uuid } from './fields.ts'
import type { EndpointRow } from './row.ts'

/**
 * Another email for an account, in this order, all from one device that is logged in:
 *
 * 1. `startEmailChange`: custody mails a code to the present address;
 * 2. `proveOldEmail` with that code: custody mails a second one to the new address, and gives a grant for `confirmSession`;
 * 3. `confirmSession`, then `prepareEmailChange`: the api notes which address is to come, for this session and 20 minutes. Where
 *    devices need a link (`DEVICE_LINK`), it mails one to the new address, whose page shows the account and asks whether the
 *    address joins it; `emailChangeStatus` says when it was agreed to;
 * 4. `proveNewEmail` with the second code: custody changes its copy and tells the old address, with a link that undoes it;
 * 5. `finishEmailChange` with custody's statement, in the session of 3: the api changes its copy and forgets every other device;
 * 6. `settleEmailChange` with the api's statement: custody knows that both have the new address.
 *
 * A sign-in never does what 5 does. What breaks after 4 is finished by the device that began it: within the 20 minutes 4 may be
 * repeated without a code. After 30 minutes what was not settled goes back: a sign-in by the old address has it again at both, for the
 * seven days in which the link of 4 does the same.
 */
const email = z.string().check(z.maxLength(254))
const code = z.string().check(z.maxLength(16))

/** Answers alike for known and unknown addresses. Challenges as those of `emailStart`. A newer change of the same device replaces an older one. */
export const startEmailChange = {
  authority: 'custody',
  method: 'POST',
  path: '/custody/v1/email-change/start',
  credential: 'proof',
  caller: 'wallet',
  request: z.object({ projectId, dappOrigin: origin, email, newEmail: email, solution: z.optional(solution) }),
  response: z.object({
    changeId: uuid,
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

/** The code of the present address. When the second mail is rejected or lost, start again. */
export const proveOldEmail = {
  authority: 'custody',
  method: 'POST',
  path: '/custody/v1/email-change/old',
  credential: 'proof',
  caller: 'wallet',
  request: z.object({ changeId: uuid, code }),
  response: z.object({ apiGrant: jwt, custodyToken: jwt, expiresInSeconds: z.number() }),
  errors: ['OTP_INVALID', 'OTP_EXPIRED', 'OTP_USED', 'OTP_EXHAUSTED', 'RATE_LIMITED', 'MAIL_FAILED'],
  idempotent: false,
} as const satisfies EndpointRow

/**
 * The api will take this address for the account within 20 minutes, in this session, and no other. Needs a code of the last five
 * minutes. `link`: the new address has to agree first, by a mailed link; null where devices need no link. Repeated, it mails another
 * link, which replaces the first.
 */
export const prepareEmailChange = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/email-change/prepare',
  credential: 'token',
  caller: 'wallet',
  request: z.object({ newEmail: email }),
  // Absent from services of the release before.
  response: z.object({
    link: z.optional(z.nullable(z.object({ changeId: uuid, expiresInSeconds: z.number() }))),
  }),
  errors: ['SESSION_EXPIRED', 'STEP_UP_REQUIRED', 'EMAIL_INVALID', 'RATE_LIMITED', 'MAIL_FAILED'],
  idempotent: true,
} as const satisfies EndpointRow

/** Whether the new address has agreed. `over`: expired, replaced, another session's, or never prepared. */
export const emailChangeStatus = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/email-change/status',
  credential: 'token',
  caller: 'wallet',
  request: z.object({ changeId: uuid }),
  response: z.object({ status: z.enum(['waiting', 'approved', 'over']) }),
  errors: ['SESSION_EXPIRED'],
  idempotent: true,
} as const satisfies EndpointRow

/**
 * What the page `<wallet origin>/join-account#<token>` shows before it asks the new address: the account that it would belong to.
 * Reading changes nothing.
 */
export const readEmailChange = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/email-change/read',
  credential: 'none',
  caller: 'wallet',
  request: z.object({ token: base64url(32) }),
  response: z.object({
    /** The account's present email, and the first Ethereum address of its wallet; null where it has none. */
    email: z.nullable(z.string()),
    address: z.nullable(z.string()),
    newEmail: z.string(),
    dappOrigin: z.string(),
    askedAt: timestamp,
    /** Whether the page is opened in the network in which the change was begun: if not, warn. */
    isSameNetwork: z.boolean(),
  }),
  errors: ['LINK_INVALID'],
  idempotent: true,
} as const satisfies EndpointRow

/** The new address agrees, once, after a click. */
export const approveEmailChange = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/email-change/approve',
  credential: 'none',
  caller: 'wallet',
  request: z.object({ token: base64url(32) }),
  response: empty,
  errors: ['LINK_INVALID'],
  idempotent: false,
} as const satisfies EndpointRow

/**
 * The code of the new address; custody then has it. When the answer is lost the same device asks again within 20 minutes of the
 * start, and needs no code then.
 */
export const proveNewEmail = {
  authority: 'custody',
  method: 'POST',
  path: '/custody/v1/email-change/new',
  credential: 'proof',
  caller: 'wallet',
  request: z.object({ changeId: uuid, code }),
  response: z.object({ newEmail: z.string(), statement: jwt }),
  errors: ['OTP_INVALID', 'OTP_EXPIRED', 'OTP_USED', 'OTP_EXHAUSTED', 'EMAIL_IN_USE', 'MAIL_FAILED'],
  idempotent: false,
} as const satisfies EndpointRow

/**
 * The api takes the address that this session has prepared within the last 20 minutes, and that has agreed; every other device is
 * signed out and loses its share. EMAIL_IN_USE: another account has it.
 */
export const finishEmailChange = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/email-change/finish',
  credential: 'token',
  caller: 'wallet',
  request: z.object({ statement: jwt }),
  response: z.object({ email: z.string(), receipt: jwt }),
  errors: ['SESSION_EXPIRED', 'EMAIL_IN_USE'],
  idempotent: true,
} as const satisfies EndpointRow

/** The api's word that it has the new address: from now on only the link gives the old one back. */
export const settleEmailChange = {
  authority: 'custody',
  method: 'POST',
  path: '/custody/v1/email-change/settle',
  credential: 'proof',
  caller: 'wallet',
  request: z.object({ receipt: jwt }),
  response: empty,
  errors: ['SESSION_EXPIRED'],
  idempotent: true,
} as const satisfies EndpointRow

/**
 * The link in the mail to the old address opens `<wallet origin>/undo-email-change#<token>`; the page asks, and posts the token
 * here after a click. For seven days it gives the account its old address back, whatever it was changed to since.
 * `statement` goes to `applyEmailUndo`.
 */
export const undoEmailChange = {
  authority: 'custody',
  method: 'POST',
  path: '/custody/v1/email-change/undo',
  credential: 'none',
  caller: 'wallet',
  request: z.object({ token: base64url(32) }),
  response: z.object({ email: z.string(), statement: jwt }),
  errors: ['LINK_INVALID'],
  idempotent: true,
} as const satisfies EndpointRow

/** The api takes the old address again and signs out every device. A login by the old address does the same. */
export const applyEmailUndo = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/email-change/undo',
  credential: 'none',
  caller: 'wallet',
  request: z.object({ statement: jwt }),
  response: empty,
  errors: ['SESSION_EXPIRED', 'EMAIL_IN_USE'],
  idempotent: true,
} as const satisfies EndpointRow
