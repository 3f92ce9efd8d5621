import * as z from 'zod/mini'
import { challenge, solution } from '../challenge/challenge.ts'
import { base64url, empty, origin, projectId, timestamp, uuid } from './fields.ts'
import type { EndpointRow } from './row.ts'

/**
 * The api's own proof that the user receives mail at the email, in addition to custody's code: if the policy `DEVICE_LINK` is `always`, a
 * device that isn't known to the account can open a session only after it was approved with a mailed link.
 *
 * The frame calls `startDeviceLink` before `emailStart`, shows the number, polls `deviceLinkStatus` every two seconds until it returns
 * `approved`, and then continues with the code. On the link's page the user picks that number among three, once: a wrong one invalidates
 * the link. The link signs no one in.
 */

/**
 * Mails the link if this device needs one; otherwise `link` is null: by policy, or since the email knows the device. The response doesn't
 * reveal whether the email has an account. Challenges work as in `emailStart`; the api has its own.
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
    /** False if the dapp's own page asks for the code (profile 4): it can't show a number, so none is picked. */
    isNumberShown: z.optional(z.boolean()),
    solution: z.optional(solution),
  }),
  response: z.object({
    challenge: z.optional(challenge),
    link: z.nullable(
      z.object({
        linkId: uuid,
        /** Two digits, to be picked on the link's page; empty if none is shown. */
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

/** Returns the link's state. `over`: expired, replaced by a newer one, used by a sign-in, for another device, or never created. */
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
 * Returns what the page `<wallet origin>/device-link#<token>` shows before it asks. Reading changes nothing; nor does loading the page,
 * since the fragment isn't sent to a server.
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
    /** Such as `Chrome on Linux`. */
    browser: z.string(),
    /** The right number, to which the page adds two others; empty if none is shown. */
    number: z.string(),
    askedAt: timestamp,
    /** Whether the page is opened in the network where the sign-in was started: if not, warn. */
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

/** Invalidates a pending link: another number was picked, or the user did not request it. */
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
