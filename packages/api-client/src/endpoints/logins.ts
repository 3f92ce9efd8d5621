import * as z from 'zod/mini'
import { emailProof } from './email.ts'
import { farcasterProof } from './farcaster.ts'
import { empty, jwt, timestamp } from './fields.ts'
import type { EndpointRow } from './row.ts'
import { codeChallenge, loginProvider, socialProof, socialProvider } from './social.ts'

/**
 * A further login for an account, which the person adds themselves: an attempt whose `purpose` is `link`, then `linkIdentity`
 * at custody, then `linkLogin` at the api, which takes no other identity than one that it has seen proved. What breaks between
 * the two is repeated from the start; until then the new login opens nothing.
 */

/**
 * IDENTITY_IN_USE: it is another person's. One that is this person's already is no failure.
 *
 * `atSignIn`: the proof is of a login that `findAccount` has found an account for, and the token is of a sign-in to that account. `check`
 * gives the grant and changes nothing; `keep`, after `linkLogin`, links it. What breaks between the two is found again at the next
 * sign-in. LINK_MISMATCH: the account has another address than the one that the provider has verified.
 *
 * With the code of a sign-in by email: the email becomes the account's own, which has none and has proved that address at a login
 * provider. LINK_MISMATCH otherwise.
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
 * Takes the grant of `linkIdentity`, and tells the account's email. Needs a code or login of the last five minutes. LINK_MISMATCH: the
 * identity was proved for a sign-in, and the address that its provider has verified isn't the account's. Of an email: DEVICE_NOT_APPROVED
 * where its mailbox has not approved this device, EMAIL_IN_USE, and LINK_MISMATCH where the account has another email or no login that has
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
/** Who the person is elsewhere: the three together, which `listLogins` tells of their own. */
const identity = { provider: loginProvider, issuer: name, subject: name }

/**
 * Removes a login from an account: `unlinkLogin` at the api, then `unlinkIdentity` at custody. From the first one on it opens no
 * session; one that is gone is removed already. What breaks between the two is repeated with the same identity, or undone by
 * adding it again. Devices that have come in by it stay, and are revoked by themselves.
 *
 * LAST_LOGIN: the account has neither an email nor another login. Needs a code or login of the last five minutes.
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

/** Custody knows the person by this identity no more. LAST_LOGIN as of `unlinkLogin`. */
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

/** The proof of an identity at a login provider: what `linkIdentity` takes but an email's code. */
export type IdentityProof = Exclude<z.output<(typeof linkIdentity)['request']>, { code: string }>

/** The identities by which a person logs in, the first one first; their own email address is not one of them. */
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
        /** What the provider said, when it was linked, is a verified address. */
        email: z.nullable(z.string()),
        linkedAt: timestamp,
      }),
    ),
  }),
  errors: ['SESSION_EXPIRED'],
  idempotent: true,
} as const satisfies EndpointRow

/** Who is set up to be signed in with, in the order in which they are shown. */
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
