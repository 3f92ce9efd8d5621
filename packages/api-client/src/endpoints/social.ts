import {
  isWindowProvider,
  type LoginProvider,
  loginProviderIds,
  type WindowProvider,
} from '@latchkey/protocol/loginProviders'
import * as z from 'zod/mini'
import { emailProof } from './email.ts'
import { base64url, empty, jwt, origin, projectId, uuid } from './fields.ts'
import type { EndpointRow } from './row.ts'

/**
 * Sign-in with an identity at a provider, in this order:
 *
 * 1. `socialStart`: an attempt of this device, and the provider's URL for a separate window;
 * 2. the provider redirects that window to the api's callback, and the api to `<wallet origin>/social#attempt=…&result=…`, whose page
 *    passes `result` to its intended opener;
 * 3. `socialFinish` with `result`, or, if there is no opener, after the user calls `socialRelease` on that page;
 * 4. `socialVerify`: custody verifies the provider's response itself and returns a grant for `startSession`.
 *
 * The PKCE verifier stays with the client that started it: a leaked `result` is worthless.
 */

/** A login provider whose pages open in a window. */
export const socialProvider = z.enum(loginProviderIds.filter(isWindowProvider))
/** The id of a login provider whose pages open in a window. */
export type SocialProvider = WindowProvider
/** Any login provider. */
export const loginProvider = z.enum(loginProviderIds)
export type { LoginProvider }

/** `login` opens a session, `confirmation` confirms the existing one, `link` adds a login method to its account. */
export const loginPurpose = z.enum(['login', 'confirmation', 'link'])
/** The purpose of a sign-in attempt; see `loginPurpose`. */
export type LoginPurpose = z.output<typeof loginPurpose>

/** SHA-256 of the PKCE verifier (RFC 7636, section 4.2). */
export const codeChallenge = z.string().check(z.regex(/^[\w-]{43}$/))
const codeVerifier = z.string().check(z.regex(/^[\w.~-]{43,128}$/))

/**
 * The proof for custody: the provider's signed statement, or, for a provider that signs none, the api's. Either contains the nonce of this
 * attempt (`socialNonce`).
 */
export const socialProof = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('idToken'),
    idToken: z.string().check(z.maxLength(8192), z.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/)),
  }),
  z.object({ kind: z.literal('statement'), statement: jwt }),
])
/** A parsed proof of a provider identity, not yet verified. */
export type SocialProof = z.output<typeof socialProof>

/**
 * Starts an attempt. `uri` contains a literal `state=`. For a confirmation, the provider authenticates the user again, if it can. Only the
 * wallet's own page confirms and links: INVALID_PARAMS for any other `dappOrigin` then.
 */
export const socialStart = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/social/start',
  credential: 'proof',
  caller: 'wallet',
  request: z.object({
    projectId,
    dappOrigin: origin,
    provider: socialProvider,
    codeChallenge,
    purpose: z.optional(loginPurpose),
  }),
  response: z.object({
    attemptId: uuid,
    uri: z.string().check(z.maxLength(4096), z.regex(/^https?:\/\//)),
    state: base64url(32),
    /** Two digits, also shown on the result page if there is no opener. */
    number: z.string().check(z.regex(/^\d\d$/)),
    expiresInSeconds: z.number(),
  }),
  errors: ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'NOT_ENABLED', 'PROVIDER_UNAVAILABLE', 'RATE_LIMITED'],
  idempotent: false,
  // The provider's discovery may be slow.
  timeoutMs: 15_000,
} as const satisfies EndpointRow

/**
 * Returns the attempt's state. `arrived`: the provider has responded, `released`: and the user has compared the number. `denied`: they
 * declined at the provider. `over`: expired, failed, finished, of another device, or never created.
 */
export const socialStatus = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/social/status',
  credential: 'proof',
  caller: 'wallet',
  request: z.object({ attemptId: uuid }),
  response: z.object({ status: z.enum(['waiting', 'arrived', 'released', 'denied', 'over']) }),
  errors: [],
  idempotent: true,
} as const satisfies EndpointRow

/**
 * Releases an attempt after the user has compared the result page's number with the one where they started. Idempotent. SOCIAL_EXPIRED also
 * for an attempt of the wallet's own page, which communicates with the result page directly.
 */
export const socialRelease = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/social/release',
  credential: 'none',
  caller: 'wallet',
  request: z.object({ attemptId: uuid, result: base64url(32) }),
  response: empty,
  errors: ['SOCIAL_EXPIRED'],
  idempotent: true,
} as const satisfies EndpointRow

/**
 * Exchanges the code at the provider, once. `result` is null when the attempt was released. Repeating the call returns the same response,
 * in case one is lost, until a session was opened with it or the attempt ends.
 *
 * SOCIAL_EXPIRED: ended, used, or of another device. SOCIAL_REFUSED: the provider's response fails verification, or the verifier doesn't
 * belong to this attempt. After any failure but the first the attempt has ended.
 */
export const socialFinish = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/social/finish',
  credential: 'proof',
  caller: 'wallet',
  request: z.object({ attemptId: uuid, codeVerifier, result: z.nullable(base64url(32)) }),
  response: z.object({
    proof: socialProof,
    /** The user's address that the provider has verified; it decides nothing. */
    email: z.nullable(z.string()),
    userName: z.nullable(z.string()),
  }),
  errors: ['SOCIAL_EXPIRED', 'SOCIAL_REFUSED', 'SOCIAL_DENIED', 'PROVIDER_UNAVAILABLE'],
  idempotent: true,
  // Up to three of our calls to the provider.
  timeoutMs: 35_000,
} as const satisfies EndpointRow

/**
 * Returns, before `socialVerify` of a sign-in, whether this login isn't linked to an account and its provider has verified an address that
 * belongs to one. Null otherwise, and for every provider that verifies no address. Changes and spends nothing: the user then proves that
 * account and links this login (`linkIdentity` with `atSignIn`), or creates a separate account with `socialVerify`.
 *
 * Before `emailVerify` of a sign-in, with its code: whether the email isn't any account's own, but an account has it at a login provider. A
 * wrong code uses up a try.
 */
export const findAccount = {
  authority: 'custody',
  method: 'POST',
  path: '/custody/v1/social/account',
  credential: 'proof',
  caller: 'wallet',
  request: z.union([z.object({ provider: socialProvider, codeChallenge, proof: socialProof }), z.object(emailProof)]),
  response: z.object({
    account: z.nullable(
      z.object({
        email: z.string(),
        /** The providers with which its user signs in with that address; empty if it is the account's own email, which a code proves. */
        providers: z.array(loginProvider),
      }),
    ),
  }),
  errors: [
    'NOT_ENABLED',
    'SOCIAL_EXPIRED',
    'SOCIAL_REFUSED',
    'PROVIDER_UNAVAILABLE',
    'OTP_INVALID',
    'OTP_EXPIRED',
    'OTP_USED',
    'OTP_EXHAUSTED',
  ],
  // A wrong code uses up a try.
  idempotent: false,
  timeoutMs: 15_000,
} as const satisfies EndpointRow
/** The account that a login's verified email address already belongs to. */
export type KnownAccount = NonNullable<z.output<typeof findAccount.response>['account']>

/** Works like `emailVerify`. A user whom custody doesn't know by this identity is a new one, unless this is a confirmation. */
export const socialVerify = {
  authority: 'custody',
  method: 'POST',
  path: '/custody/v1/social/verify',
  credential: 'proof',
  caller: 'wallet',
  request: z.object({
    provider: socialProvider,
    codeChallenge,
    proof: socialProof,
    purpose: z.optional(z.enum(['login', 'confirmation'])),
    /** Never creates an account: SOCIAL_REFUSED for an identity that isn't linked to one. */
    isKnown: z.optional(z.literal(true)),
  }),
  response: z.object({
    userId: uuid,
    /** The account's own address at custody; without one, `loginEmail`. */
    email: z.nullable(z.string()),
    /** The verified address in the proof, read by custody itself; null if there is none. */
    loginEmail: z.nullable(z.string()),
    apiGrant: jwt,
    custodyToken: jwt,
  }),
  errors: ['NOT_ENABLED', 'SOCIAL_EXPIRED', 'SOCIAL_REFUSED', 'PROVIDER_UNAVAILABLE'],
  idempotent: false,
  // Custody may have to fetch the provider's keys.
  timeoutMs: 15_000,
} as const satisfies EndpointRow

/**
 * Checks, before the user is sent to a provider, whether the api's response to `socialStart` or `farcasterStart` is for this device and
 * attempt. The user's consent there is for the nonce in the URL, and an api that replaced it with another device's would make custody trust
 * that device. So custody checks it, since it knows the provider independently. For a provider that signs nothing there is nothing to
 * check: only the api's statement exists. Nor can custody see the window's way back, which leads through the api's own address (threat
 * model, "What does not hold").
 *
 * SOCIAL_REFUSED: the URL leads elsewhere, or is for another device or attempt.
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
