import * as z from 'zod/mini'
import { base64url, empty, jwt, origin, projectId, uuid } from './fields.ts'
import type { EndpointRow } from './row.ts'
import { loginProvider } from './social.ts'
import { walletRecord } from './walletRecord.ts'

const tokens = z.object({
  accessToken: jwt,
  expiresInSeconds: z.number().check(z.positive()),
  /** 256 bits; rotates on every use. */
  refreshToken: base64url(32),
})
/** The tokens of a session, parsed. */
export type SessionTokens = z.output<typeof tokens>

/**
 * Opens a session with custody's grant. DEVICE_NOT_APPROVED: this device must first be approved with a mailed link; the grant stays valid
 * for its five minutes. A grant of an identity at a provider needs no link: it counts if the api itself has seen this device prove that
 * identity, for this project and page, in the last ten minutes.
 */
export const startSession = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/session',
  credential: 'proof',
  caller: 'wallet',
  request: z.object({ apiGrant: jwt, projectId, dappOrigin: origin }),
  response: z.object({
    userId: uuid,
    /** The account's own address; without one, the address that this login's provider has verified. */
    email: z.nullable(z.string()),
    /** The provider of this sign-in; null for email. */
    login: z.nullable(z.object({ provider: loginProvider, userName: z.nullable(z.string()) })),
    tokens,
    wallet: z.nullable(walletRecord),
  }),
  errors: ['SESSION_EXPIRED', 'DEVICE_NOT_APPROVED', 'EMAIL_IN_USE', 'PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED'],
  idempotent: false,
} as const satisfies EndpointRow

/** Exchanges a refresh token for new tokens. Reuse of an old one after 10 s ends the session. */
export const refreshSession = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/session/refresh',
  credential: 'proof',
  caller: 'wallet',
  request: z.object({ refreshToken: base64url(32) }),
  response: z.object({ tokens }),
  errors: ['SESSION_EXPIRED'],
  idempotent: true,
  // Two tries must fit into the 10 s in which a used token is still accepted: a later use would end the session.
  timeoutMs: 4_000,
} as const satisfies EndpointRow

/** Signs out: revokes the refresh token family and deletes this device's auth share. Also succeeds for an ended session. */
export const endSession = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/session/end',
  credential: 'proof',
  caller: 'wallet',
  request: z.object({ refreshToken: base64url(32) }),
  response: empty,
  errors: [],
  idempotent: true,
} as const satisfies EndpointRow

/**
 * Step-up: this session's user has just authenticated again. `apiGrant` comes from `emailVerify`, `socialVerify` or `farcasterVerify` of an
 * attempt whose `purpose` was `confirmation`, on this device. For five minutes, rows that fail with STEP_UP_REQUIRED then succeed.
 */
export const confirmSession = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/session/confirm',
  credential: 'token',
  caller: 'wallet',
  request: z.object({ apiGrant: jwt }),
  response: empty,
  errors: ['SESSION_EXPIRED'],
  idempotent: false,
} as const satisfies EndpointRow

/**
 * Signs out everywhere: every session ends and every auth share is deleted, including the calling device's. The wallet is recovered at the
 * next sign-in. Needs a code of the last five minutes.
 */
export const endAllSessions = {
  authority: 'api',
  method: 'POST',
  path: '/account/v1/session/end-all',
  credential: 'token',
  caller: 'wallet',
  request: empty,
  response: empty,
  errors: ['SESSION_EXPIRED', 'STEP_UP_REQUIRED'],
  idempotent: false,
} as const satisfies EndpointRow
