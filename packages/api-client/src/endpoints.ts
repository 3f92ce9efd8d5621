import * as z from 'zod/mini'
import type { ErrorName } from '@latchkey/protocol/errors'

/** Which service answers. Each has its own address, database role and keys. */
export type Authority = 'api' | 'custody'
/**
 * What a call must carry. `none`: nothing. `proof`: a DPoP proof of the device key (RFC 9449), which also binds the
 * device's HPKE key and the body. `token`: such a proof and an access token of the same authority bound to the same key.
 */
export type Credential = 'none' | 'proof' | 'token'
/** Who may call from a browser: the pages of a project, or the wallet origin alone. */
export type Caller = 'dapp' | 'wallet'

export type EndpointRow = {
  authority: Authority
  method: 'GET' | 'POST' | 'PUT'
  /** `{name}` stands for one path segment. */
  path: `/${string}`
  credential: Credential
  caller: Caller
  /** Query for GET, JSON body otherwise. */
  request: z.ZodMiniType
  response: z.ZodMiniType
  errors: readonly ErrorName[]
  /** Safe to repeat: the client retries it after network errors and 403 408 413 429 500 502 503 504. */
  idempotent: boolean
}

const base64url = (maxBytes: number) =>
  z.string().check(z.regex(/^[A-Za-z0-9_-]*$/), z.maxLength(Math.ceil((maxBytes * 4) / 3)))
const uuid = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/))
const origin = z.string().check(z.maxLength(255), z.regex(/^https?:\/\/[^/?#\s]+$/))
const projectId = z.string().check(z.minLength(1), z.maxLength(128))
const jwt = z.string().check(z.maxLength(4096), z.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/))
const generation = z.number().check(z.int(), z.positive())
const empty = z.object({})

/** HPKE `enc || ciphertext` of a share with its context (`sealing/`). */
const sealedShare = base64url(1024)

/** The encrypted wallet as the api stores it and the device caches it. Additional data: all fields but `ciphertext`. */
export const walletRecord = z.object({
  walletId: uuid,
  userId: uuid,
  /** Version of the record's format. */
  version: z.literal(1),
  /** Which vault key K encrypts it; grows by one with each rotation. */
  generation,
  /** Addresses by CAIP-2 namespace, in derivation order. */
  addresses: z.object({ eip155: z.array(z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))).check(z.minLength(1), z.maxLength(64)) }),
  /** AES-256-GCM: 12 bytes of nonce, then ciphertext and tag. */
  ciphertext: base64url(16_384),
})
export type WalletRecord = z.output<typeof walletRecord>

const tokens = z.object({
  accessToken: jwt,
  expiresInSeconds: z.number().check(z.positive()),
  /** 256 bits; rotates on every use. */
  refreshToken: base64url(32),
})
export type SessionTokens = z.output<typeof tokens>

/** A public key of an authority: what the vault seals to and what receipts are verified with. */
const authorityKeys = z.object({
  authority: z.enum(['api', 'custody']),
  /** Uncompressed P-256 point, 65 bytes. */
  hpkePublicKey: base64url(65),
  /** ES256 verification key. */
  signingKey: z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string(), kid: z.string() }),
})
export type AuthorityKeys = z.output<typeof authorityKeys>

const health = z.object({
  status: z.enum(['ok', 'degraded']),
  authority: z.enum(['api', 'custody']),
  /** `combined`: api and custody in one process, for development. */
  mode: z.enum(['combined', 'split']),
  version: z.string(),
  database: z.enum(['ok', 'down']),
})

/** Every HTTP call there is. Client, routes and documentation are derived from this table. */
export const endpoints = {
  apiHealth: { authority: 'api', method: 'GET', path: '/health', credential: 'none', caller: 'dapp', request: empty, response: health, errors: [], idempotent: true },
  custodyHealth: { authority: 'custody', method: 'GET', path: '/health', credential: 'none', caller: 'wallet', request: empty, response: health, errors: [], idempotent: true },

  /** Which pages may embed the wallet of a project. An unlisted origin gets ORIGIN_NOT_ALLOWED, readable by it. */
  origins: {
    authority: 'api',
    method: 'GET',
    path: '/projects/v1/origins',
    credential: 'none',
    caller: 'dapp',
    request: z.object({ projectId, st: z.optional(z.string()), sv: z.optional(z.string()) }),
    response: z.object({ allowedOrigins: z.array(z.string()) }),
    errors: ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'LIMIT_EXCEEDED'],
    idempotent: true,
  },
  /** JSON-RPC 2.0, single or batch, to the nodes of a chain. Reads and raw sends only. */
  rpc: {
    authority: 'api',
    method: 'POST',
    path: '/v1',
    credential: 'none',
    caller: 'dapp',
    request: z.unknown(),
    response: z.unknown(),
    errors: ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'CHAIN_NOT_SUPPORTED', 'CHAIN_UNREACHABLE', 'METHOD_NOT_ALLOWED'],
    idempotent: false,
  },

  apiKeys: { authority: 'api', method: 'GET', path: '/account/v1/keys', credential: 'none', caller: 'wallet', request: empty, response: authorityKeys, errors: [], idempotent: true },
  custodyKeys: { authority: 'custody', method: 'GET', path: '/custody/v1/keys', credential: 'none', caller: 'wallet', request: empty, response: authorityKeys, errors: [], idempotent: true },

  /** Mail a code for an attempt of this device. The answer is the same for known and unknown emails. */
  emailStart: {
    authority: 'custody',
    method: 'POST',
    path: '/custody/v1/email/start',
    credential: 'proof',
    caller: 'wallet',
    request: z.object({ projectId, dappOrigin: origin, email: z.string().check(z.maxLength(254)) }),
    response: z.object({ attemptId: uuid, expiresInSeconds: z.number(), resendInSeconds: z.number() }),
    errors: ['EMAIL_INVALID', 'RATE_LIMITED', 'PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'MAIL_FAILED'],
    idempotent: false,
  },
  /** Prove the email. `apiGrant` opens a session at the api, `custodyToken` reaches this device's recovery share. */
  emailVerify: {
    authority: 'custody',
    method: 'POST',
    path: '/custody/v1/email/verify',
    credential: 'proof',
    caller: 'wallet',
    request: z.object({ attemptId: uuid, code: z.string().check(z.maxLength(16)) }),
    response: z.object({ userId: uuid, apiGrant: jwt, custodyToken: jwt }),
    errors: ['OTP_INVALID', 'OTP_EXPIRED', 'OTP_USED', 'OTP_EXHAUSTED'],
    idempotent: false,
  },
  /** Keep a recovery share. Never replaces one: repeating the same call answers the same, another share is refused. */
  putRecoveryShare: {
    authority: 'custody',
    method: 'PUT',
    path: '/custody/v1/recovery-share',
    credential: 'token',
    caller: 'wallet',
    request: z.object({ walletId: uuid, generation, sealedShare }),
    response: z.object({ receipt: jwt }),
    errors: ['SHARE_INVALID', 'WALLET_EXISTS'],
    idempotent: true,
  },
  /** The recovery share, sealed to this device. */
  releaseRecoveryShare: {
    authority: 'custody',
    method: 'POST',
    path: '/custody/v1/recovery-share/release',
    credential: 'token',
    caller: 'wallet',
    request: z.object({ walletId: uuid, generation }),
    response: z.object({ sealedShare }),
    errors: ['WALLET_NOT_FOUND'],
    idempotent: true,
  },

  startSession: {
    authority: 'api',
    method: 'POST',
    path: '/account/v1/session',
    credential: 'proof',
    caller: 'wallet',
    request: z.object({ apiGrant: jwt, projectId, dappOrigin: origin }),
    response: z.object({ userId: uuid, email: z.nullable(z.string()), tokens, wallet: z.nullable(walletRecord) }),
    errors: ['SESSION_EXPIRED', 'PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED'],
    idempotent: false,
  },
  refreshSession: {
    authority: 'api',
    method: 'POST',
    path: '/account/v1/session/refresh',
    credential: 'proof',
    caller: 'wallet',
    request: z.object({ refreshToken: base64url(32) }),
    response: z.object({ tokens }),
    errors: ['SESSION_EXPIRED'],
    idempotent: true,
  },
  /** Sign out: revoke the refresh family and delete this device's auth share. Also answers for a session that is over. */
  endSession: {
    authority: 'api',
    method: 'POST',
    path: '/account/v1/session/end',
    credential: 'proof',
    caller: 'wallet',
    request: z.object({ refreshToken: base64url(32) }),
    response: empty,
    errors: [],
    idempotent: true,
  },
  getWallet: {
    authority: 'api',
    method: 'GET',
    path: '/account/v1/wallet',
    credential: 'token',
    caller: 'wallet',
    request: empty,
    response: z.object({ wallet: z.nullable(walletRecord) }),
    errors: [],
    idempotent: true,
  },
  /** Commit a new wallet: record and both of the api's shares in one transaction, on custody's receipt for its own. */
  createWallet: {
    authority: 'api',
    method: 'POST',
    path: '/account/v1/wallet',
    credential: 'token',
    caller: 'wallet',
    request: z.object({ record: walletRecord, sealedAuthShare: sealedShare, sealedRecoveryAuthShare: sealedShare, receipt: jwt }),
    response: z.object({ wallet: walletRecord }),
    errors: ['WALLET_EXISTS', 'SHARE_INVALID'],
    idempotent: true,
  },
  /** Enrol this device: keep the auth share of a fresh pair. */
  putAuthShare: {
    authority: 'api',
    method: 'PUT',
    path: '/account/v1/auth-share',
    credential: 'token',
    caller: 'wallet',
    request: z.object({ walletId: uuid, generation, sealedShare }),
    response: empty,
    errors: ['WALLET_NOT_FOUND', 'SHARE_INVALID'],
    idempotent: true,
  },
  /** This device's auth share, sealed to it. */
  releaseAuthShare: {
    authority: 'api',
    method: 'POST',
    path: '/account/v1/auth-share/release',
    credential: 'token',
    caller: 'wallet',
    request: z.object({ walletId: uuid, generation }),
    response: z.object({ sealedShare }),
    errors: ['WALLET_NOT_FOUND'],
    idempotent: true,
  },
  /** The api's half of the recovery pair, sealed to this device. Only for a session that a fresh code has opened. */
  releaseRecoveryAuthShare: {
    authority: 'api',
    method: 'POST',
    path: '/account/v1/recovery-auth-share/release',
    credential: 'token',
    caller: 'wallet',
    request: z.object({ walletId: uuid, generation }),
    response: z.object({ sealedShare }),
    errors: ['WALLET_NOT_FOUND', 'SESSION_EXPIRED'],
    idempotent: true,
  },
} as const satisfies Record<string, EndpointRow>

export type EndpointName = keyof typeof endpoints
export type EndpointRequest<name extends EndpointName> = z.input<(typeof endpoints)[name]['request']>
export type EndpointResponse<name extends EndpointName> = z.output<(typeof endpoints)[name]['response']>
