import * as z from 'zod/mini'
import { challenge, solution } from '../challenge/challenge.ts'
import { base64url, empty, origin, projectId, timestamp, uuid } from './fields.ts'
import type { EndpointRow } from './row.ts'

/**
 * The api's own proof that whoever logs in reads the email, beside the code, which is custody's: where the policy `DEVICE_LINK`
 * is `always`, a device that is not known to the account opens a session only when a mailed link has approved it.
 *
 * The frame calls `startDeviceLink` before `emailStart`, shows the number, asks `deviceLinkStatus` every two seconds until it
 * says `approved`, and then goes on with the code. On the page behind the link the user picks that number among three, once:
 * another one ends the link. The link logs nobody in.
 */

/**
 * Mails the link when this device needs one; `link` is null when it does not: by policy, or since the device is known to the
 * email. Answers alike whether or not the email has an account. Challenges as those of `emailStart`; the api has its own.
 */
export const startDeviceLink = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/device-link/start',
  credential: 'proof',
  caller: 'wallet',
  request: z.object({
    projectId,
    dappOrigin: origin,
    email: z.string().check(z.maxLength(254)),
    /** False where the dapp's own page asks for the code (profile 4): it can't show a number, so that none is picked. */
    isNumberShown: z.optional(z.boolean()),
    solution: z.optional(solution),
  }),
  response: z.object({
    challenge: z.optional(challenge),
    link: z.nullable(
      z.object({
        linkId: uuid,
        /** Two digits, to be picked on the page behind the link; empty where none is shown. */
        number: z.string().check(z.regex(/^(?:\d\d)?$/)),
        expiresInSeconds: z.number(),
        resendInSeconds: z.number(),
      }),
    ),
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

/** `over`: expired, replaced by a newer one, used by a login, another device's, or never made. */
export const deviceLinkStatus = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/device-link/status',
  credential: 'proof',
  caller: 'wallet',
  request: z.object({ linkId: uuid }),
  response: z.object({ status: z.enum(['waiting', 'approved', 'over']) }),
  errors: [],
  idempotent: true,
} as const satisfies EndpointRow

/**
 * What the page `<wallet origin>/device-link#<token>` shows before it asks. Reading changes nothing, and fetching the page
 * even less: what follows the number sign is sent to no server.
 */
export const readDeviceLink = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/device-link/read',
  credential: 'none',
  caller: 'wallet',
  request: z.object({ token: base64url(32) }),
  response: z.object({
    dappOrigin: z.string(),
    /** As `Chrome on Linux`. */
    browser: z.string(),
    /** The right one, among which the page puts two others; empty where none is shown. */
    number: z.string(),
    askedAt: timestamp,
    /** Whether the page is opened in the network in which the login was begun: if not, warn. */
    isSameNetwork: z.boolean(),
  }),
  errors: ['LINK_INVALID'],
  idempotent: true,
} as const satisfies EndpointRow

/** Approves the device, once, after a click. */
export const approveDevice = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/device-link/approve',
  credential: 'none',
  caller: 'wallet',
  request: z.object({ token: base64url(32) }),
  response: empty,
  errors: ['LINK_INVALID'],
  idempotent: false,
} as const satisfies EndpointRow

/** Ends a link that waits: another number was picked, or the user did not ask for it. */
export const declineDevice = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/device-link/decline',
  credential: 'none',
  caller: 'wallet',
  request: z.object({ token: base64url(32) }),
  response: empty,
  errors: ['LINK_INVALID'],
  idempotent: false,
} as const satisfies EndpointRow
