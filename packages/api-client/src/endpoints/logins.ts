import * as z from 'zod/mini'
import { emailProof } from './email.ts'
import { farcasterProof } from './farcaster.ts'
import { empty, jwt, timestamp } from './fields.ts'
import type { EndpointRow } from './row.ts'
import { codeChallenge, loginProvider, socialProof, socialProvider } from './social.ts'

/**
 * Adding another login method to an account: an attempt whose `purpose` is `link`, then `linkIdentity` at custody, then `linkLogin` at the
 * api, which only accepts an identity that it has seen proved. If it fails between the two, repeat it from the start; until then the new
 * method opens nothing.
 */

/**
 * Links an identity at custody. IDENTITY_IN_USE: it belongs to another user. An identity that this user already has isn't a failure.
 *
 * `atSignIn`: the proof is of a login that `findAccount` has found an account for, and the token is of a sign-in to that account. `check`
 * returns the grant and changes nothing; `keep`, after `linkLogin`, links it. If it fails between the two, the next sign-in finds it again.
 * LINK_MISMATCH: the account's address isn't the one that the provider has verified.
 *
 * With the code of an email sign-in: the email becomes the account's own, which has none and has proved that address at a login provider.
 * LINK_MISMATCH otherwise.
 */
export const linkIdentity = {
  authority: 'custody',
  method: 'POST',
  path: '/custody/v1/identities',
  credential: 'token',
  caller: 'wallet',
  request: z.union([
    z.object({
      provider: socialProvider,
      codeChallenge,
      proof: socialProof,
      atSignIn: z.optional(z.enum(['check', 'keep'])),
    }),
    z.object(farcasterProof),
    z.object({ ...emailProof, atSignIn: z.enum(['check', 'keep']) }),
  ]),
  response: z.object({ apiGrant: jwt }),
  errors: [
    'NOT_ENABLED',
    'SESSION_EXPIRED',
    'SOCIAL_EXPIRED',
    'SOCIAL_REFUSED',
    'PROVIDER_UNAVAILABLE',
    'IDENTITY_IN_USE',
    'LINK_MISMATCH',
    'EMAIL_IN_USE',
    'OTP_INVALID',
    'OTP_EXPIRED',
    'OTP_USED',
    'OTP_EXHAUSTED',
  ],
  idempotent: false,
  timeoutMs: 15_000,
} as const satisfies EndpointRow

/**
 * Uses the grant of `linkIdentity`, and returns the account's email. Needs a code or sign-in of the last five minutes. LINK_MISMATCH: the
 * identity was proved for a sign-in, and the address that its provider has verified isn't the account's. For an email: DEVICE_NOT_APPROVED
 * if its mailbox has not approved this device, EMAIL_IN_USE, and LINK_MISMATCH if the account has another email or no login provider has
 * verified this address.
 */
export const linkLogin = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/logins',
  credential: 'token',
  caller: 'wallet',
  request: z.object({ apiGrant: jwt }),
  response: empty,
  errors: [
    'SESSION_EXPIRED',
    'STEP_UP_REQUIRED',
    'IDENTITY_IN_USE',
    'LINK_MISMATCH',
    'MAIL_FAILED',
    'DEVICE_NOT_APPROVED',
    'EMAIL_IN_USE',
  ],
  idempotent: false,
} as const satisfies EndpointRow

const name = z.string().check(z.minLength(1), z.maxLength(255))
/** An identity at a provider: all three fields together, as `listLogins` returns them. */
const identity = { provider: loginProvider, issuer: name, subject: name }

/**
 * Removes a login method from an account: `unlinkLogin` at the api, then `unlinkIdentity` at custody. After the first it opens no session.
 * Idempotent. If it fails between the two, repeat it with the same identity, or undo it by adding it again. Devices that have signed in
 * with it stay, and are revoked separately.
 *
 * LAST_LOGIN: the account has neither an email nor another login method. Needs a code or sign-in of the last five minutes.
 */
export const unlinkLogin = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/logins/remove',
  credential: 'token',
  caller: 'wallet',
  request: z.object(identity),
  response: empty,
  errors: ['SESSION_EXPIRED', 'STEP_UP_REQUIRED', 'LAST_LOGIN'],
  idempotent: true,
} as const satisfies EndpointRow

/** Removes the user's identity at custody. LAST_LOGIN as in `unlinkLogin`. */
export const unlinkIdentity = {
  authority: 'custody',
  method: 'POST',
  path: '/custody/v1/identities/remove',
  credential: 'token',
  caller: 'wallet',
  request: z.object(identity),
  response: empty,
  errors: ['SESSION_EXPIRED', 'LAST_LOGIN'],
  idempotent: true,
} as const satisfies EndpointRow

/** The proof of an identity at a login provider: what `linkIdentity` accepts, except an email's code. */
export type IdentityProof = Exclude<z.output<(typeof linkIdentity)['request']>, { code: string }>

/** Returns the identities by which a user signs in, the oldest first, without their own email address. */
export const listLogins = {
  authority: 'api',
  method: 'GET',
  path: '/account/v1/logins',
  credential: 'token',
  caller: 'wallet',
  request: empty,
  response: z.object({
    logins: z.array(
      z.object({
        ...identity,
        userName: z.nullable(z.string()),
        /** The address that the provider had verified when it was linked. */
        email: z.nullable(z.string()),
        linkedAt: timestamp,
      }),
    ),
  }),
  errors: ['SESSION_EXPIRED'],
  idempotent: true,
} as const satisfies EndpointRow

/** Returns the configured login providers, in display order. */
export const listProviders = {
  authority: 'api',
  method: 'GET',
  path: '/account/v1/providers',
  credential: 'none',
  caller: 'wallet',
  request: empty,
  response: z.object({ providers: z.array(loginProvider) }),
  errors: [],
  idempotent: true,
} as const satisfies EndpointRow
