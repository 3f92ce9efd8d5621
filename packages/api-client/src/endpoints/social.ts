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
 * Login by an identity at a provider, in this order:
 *
 * 1. `socialStart`: an attempt of this device, and the provider's address for a window of its own;
 * 2. the provider sends that window to the api's callback, and the api to `<wallet origin>/social#attempt=…&result=…`, whose
 *    page hands `result` to the opener that it was made for;
 * 3. `socialFinish` with `result`, or, where no opener was left, after `socialRelease` by the person on that page;
 * 4. `socialVerify`: custody judges the provider's answer itself and gives a grant for `startSession`.
 *
 * The PKCE verifier stays with whoever has begun: a `result` that others see is worth nothing to them.
 */

/** A login provider whose pages open in a window. */
export const socialProvider = z.enum(loginProviderIds.filter(isWindowProvider))
/** The id of a login provider whose pages open in a window. */
export type SocialProvider = WindowProvider
/** Any login provider. */
export const loginProvider = z.enum(loginProviderIds)
export type { LoginProvider }

/** `login` opens a session, `confirmation` confirms the one that there is, `link` adds a login to its account. */
export const loginPurpose = z.enum(['login', 'confirmation', 'link'])
/** What a login attempt is for; see `loginPurpose`. */
export type LoginPurpose = z.output<typeof loginPurpose>

/** SHA-256 of the PKCE verifier (RFC 7636, section 4.2). */
export const codeChallenge = z.string().check(z.regex(/^[\w-]{43}$/))
const codeVerifier = z.string().check(z.regex(/^[\w.~-]{43,128}$/))

/**
 * What custody is shown: the provider's own signed word, or, of a provider that signs none, the api's. Either names the
 * nonce of this attempt (`socialNonce`).
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
 * `uri` holds a literal `state=`. A confirmation asks the provider to ask the person anew, where it can. Only the wallet's own page
 * confirms and links: INVALID_PARAMS for any other `dappOrigin` then.
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
    /** Two digits, which the result page shows too where no opener is left. */
    number: z.string().check(z.regex(/^\d\d$/)),
    expiresInSeconds: z.number(),
  }),
  errors: ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'NOT_ENABLED', 'PROVIDER_UNAVAILABLE', 'RATE_LIMITED'],
  idempotent: false,
  // The provider may be slow to say where its pages are.
  timeoutMs: 15_000,
} as const satisfies EndpointRow

/**
 * `arrived`: the provider has answered, `released`: and the person has compared the number. `denied`: they said no at the
 * provider. `over`: expired, failed, finished, another device's, or never made.
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
 * The person has compared the number of the result page with the one where they began. Twice is as once. SOCIAL_EXPIRED also for an
 * attempt of the wallet's own page, which has a line of its own to the result page.
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
 * Exchanges the code at the provider, once. `result` is null when the attempt was released. The same call has the same
 * answer until a session was opened with it or the attempt is over: an answer may be lost on the way.
 *
 * SOCIAL_EXPIRED: over, used, or another device's. SOCIAL_REFUSED: the provider's answer does not verify, or the verifier is
 * not this attempt's. After any failure but the first the attempt is over.
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
    /** What the provider says is a verified address of this person; nothing is decided by it. */
    email: z.nullable(z.string()),
    userName: z.nullable(z.string()),
  }),
  errors: ['SOCIAL_EXPIRED', 'SOCIAL_REFUSED', 'SOCIAL_DENIED', 'PROVIDER_UNAVAILABLE'],
  idempotent: true,
  // Up to three calls of ours to the provider.
  timeoutMs: 35_000,
} as const satisfies EndpointRow

/**
 * Before `socialVerify` of a sign-in: whether this login isn't linked to an account and its provider has verified an address that belongs
 * to one. Null otherwise, and for every provider that verifies no address. Changes and spends nothing: the user then proves that account
 * and links this login (`linkIdentity` with `atSignIn`), or makes a separate account by `socialVerify`.
 *
 * Before `emailVerify` of a sign-in, with its code: whether the email is no account's own, and an account has it at a login provider. A wrong
 * code uses up a try.
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
        /** Where its user signs in with that address; empty when it is the account's own email, which a code proves. */
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

/** As `emailVerify`. A person whom custody does not know by this identity is a new one, unless this is a confirmation. */
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
    /** The account's own address, as custody keeps it; of an account without one, `loginEmail`. */
    email: z.nullable(z.string()),
    /** The verified address in the proof, which custody has read itself; null where there is none. */
    loginEmail: z.nullable(z.string()),
    apiGrant: jwt,
    custodyToken: jwt,
  }),
  errors: ['NOT_ENABLED', 'SOCIAL_EXPIRED', 'SOCIAL_REFUSED', 'PROVIDER_UNAVAILABLE'],
  idempotent: false,
  // Custody may have to read the provider's keys.
  timeoutMs: 15_000,
} as const satisfies EndpointRow

/**
 * Before anybody is sent to a provider: whether what the api has answered to `socialStart` or `farcasterStart` asks for this
 * device and attempt. What somebody consents to there is made for the nonce that the address carries, and an api that put
 * another device's in its place would have custody believe that device. So custody looks, which knows the provider by itself.
 * Of a provider that signs nothing there is nothing to see: the api's word is all there is. Nor does custody see where a window
 * goes on its way back, which is by the api's own address (threat model, "What does not hold").
 *
 * SOCIAL_REFUSED: the address leads elsewhere, or asks for another device or attempt.
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
