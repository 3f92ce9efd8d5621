import * as z from 'zod/mini'
import { challenge, solution } from '../challenge/challenge.ts'
import { base64url, empty, jwt, origin, projectId, timestamp, uuid } from './fields.ts'
import type { EndpointRow } from './row.ts'

/**
 * Changes the email of an account, in this order, all from one signed-in device:
 *
 * 1. `startEmailChange`: custody mails a code to the current address;
 * 2. `proveOldEmail` with that code: custody mails a second one to the new address, and returns a grant for `confirmSession`;
 * 3. `confirmSession`, then `prepareEmailChange`: the api records the new address, for this session and 20 minutes. If devices need a link
 *    (`DEVICE_LINK`), it mails one to the new address, whose page shows the account and asks whether the address joins it;
 *    `emailChangeStatus` returns whether it was approved;
 * 4. `proveNewEmail` with the second code: custody changes its copy and notifies the old address, with a link that undoes it;
 * 5. `finishEmailChange` with custody's statement, in the session of 3: the api changes its copy and forgets every other device;
 * 6. `settleEmailChange` with the api's statement: custody knows that both have the new address.
 *
 * A sign-in never has the effect of 5. If it fails after 4, the device that started it completes it: within the 20 minutes 4 may be
 * repeated without a code. After 30 minutes an unsettled change can be undone: a sign-in with the old address restores it at both, for the
 * seven days in which the link of 4 does the same.
 */
const email = z.string().check(z.maxLength(254))
const code = z.string().check(z.maxLength(16))

/**
 * Starts a change. The response is the same for known and unknown addresses. Challenges work as in `emailStart`. A newer change of the same
 * device replaces an older one.
 */
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

/** Proves the current address with its code. When the second mail is rejected or lost, start again. */
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
 * Prepares the api to accept only this address for the account within 20 minutes, in this session. Needs a code of the last five minutes.
 * `link`: the new address must first approve with a mailed link; null if devices need none. Repeating it mails another link, which replaces
 * the first.
 */
export const prepareEmailChange = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/email-change/prepare',
  credential: 'token',
  caller: 'wallet',
  request: z.object({ newEmail: email }),
  // Absent in services of the previous release.
  response: z.object({
    link: z.optional(z.nullable(z.object({ changeId: uuid, expiresInSeconds: z.number() }))),
  }),
  errors: ['SESSION_EXPIRED', 'STEP_UP_REQUIRED', 'EMAIL_INVALID', 'RATE_LIMITED', 'MAIL_FAILED'],
  idempotent: true,
} as const satisfies EndpointRow

/** Returns whether the new address has approved. `over`: expired, replaced, of another session, or never prepared. */
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
 * Returns what the page `<wallet origin>/join-account#<token>` shows before it asks the new address: the account to join. Reading changes
 * nothing.
 */
export const readEmailChange = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/email-change/read',
  credential: 'none',
  caller: 'wallet',
  request: z.object({ token: base64url(32) }),
  response: z.object({
    /** The account's current email, and the first Ethereum address of its wallet; null if it has none. */
    email: z.nullable(z.string()),
    address: z.nullable(z.string()),
    newEmail: z.string(),
    dappOrigin: z.string(),
    askedAt: timestamp,
    /** Whether the page is opened in the network where the change was started: if not, warn. */
    isSameNetwork: z.boolean(),
  }),
  errors: ['LINK_INVALID'],
  idempotent: true,
} as const satisfies EndpointRow

/** Approves for the new address, once, after a click. */
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
 * Proves the new address with its code, and changes it at custody. If the response is lost, the same device repeats the call within 20
 * minutes of the start, without a code.
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
 * Changes the address at the api to the one that this session has prepared within the last 20 minutes, and that has approved; every other
 * device is signed out and loses its share. EMAIL_IN_USE: another account has it.
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

/** Passes on the api's statement that it has the new address: from now on only the link restores the old one. */
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
 * Undoes a change at custody. The link in the mail to the old address opens `<wallet origin>/undo-email-change#<token>`; the page asks, and
 * posts the token here after a click. For seven days it restores the account's old address, whatever later changes were made. `statement`
 * goes to `applyEmailUndo`.
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

/** Restores the old address at the api and signs out every device. A sign-in with the old address does the same. */
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
