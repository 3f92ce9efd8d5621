import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { LatchkeyError } from '../LatchkeyError.ts'
import type { Settings } from '../Settings.ts'
import type { SignedMessage } from '../signIn/verifySignIn.ts'
import { requireWalletProof } from './requireWalletProof.ts'

/** The claims of a verified ID token (OpenID Connect Core 1.0, section 2). */
export type IdToken = {
  /** The user (`sub`): the same at each sign-in to your project, different in every other project. */
  subject: string
  projectId: string
  expiresAt: Date
  /** When the user last authenticated; null when the token doesn't contain it. */
  authenticatedAt: Date | null
  /** The methods (`amr`): `otp`, `fed`, `farcaster` or `wallet`. */
  methods: readonly string[]
  /** `urn:latchkey:acr:login`, or `urn:latchkey:acr:wallet` for the signature of one wallet. */
  acr: string | null
  nonce: string | null
  /** CAIP-10; null unless the scope `wallets` was requested. The api's claim, unless `provenAccount` is among them. */
  wallets: readonly string[] | null
  /** Null unless the scope `email` was requested and there is one. */
  email: string | null
  isEmailVerified: boolean
  /** The account that signed the wallet proof; null without one. */
  provenAccount: string | null
}

/** The nonce to check, and whether the user's wallet must sign as well. */
export type VerifyIdTokenOptions = {
  /** The nonce that you sent to the page. Null skips the check: a stolen token can then be used until it expires. */
  nonce: string | null
} & (
  | { requireWalletProof?: false; walletProof?: SignedMessage | undefined }
  | {
      /** The api can't create such a token by itself: a wallet of the user must sign project, nonce and subject. */
      requireWalletProof: true
      nonce: string
      walletProof: SignedMessage | undefined
    }
)

const maxTokenAgeSeconds = 600
const maxTokenLength = 65_536

/**
 * Verifies a token. Throws TOKEN_INVALID (another issuer, project, key or algorithm, or no token at all), TOKEN_EXPIRED, NONCE_INVALID,
 * KEYS_UNREACHABLE; with a wallet proof also WALLET_PROOF_MISSING, WALLET_PROOF_INVALID, and what `verifySignIn` throws.
 */
export async function verifyIdToken(
  settings: Settings,
  keys: JWTVerifyGetKey,
  token: string,
  options: VerifyIdTokenOptions,
): Promise<IdToken> {
  const { issuer, projectId, clockToleranceSeconds, now } = settings
  if (typeof token !== 'string' || token === '') throw new LatchkeyError('TOKEN_MISSING')
  if (token.length > maxTokenLength) throw new LatchkeyError('TOKEN_INVALID')
  let payload: JWTPayload
  try {
    const verified = await jwtVerify(token, keys, {
      issuer,
      audience: projectId,
      algorithms: ['ES256'],
      typ: 'JWT',
      requiredClaims: ['sub', 'iat', 'exp'],
      maxTokenAge: maxTokenAgeSeconds,
      clockTolerance: clockToleranceSeconds,
      currentDate: now(),
    })
    payload = verified.payload
  } catch (cause) {
    if (cause instanceof LatchkeyError) throw cause
    throw new LatchkeyError(cause instanceof errors.JWTExpired ? 'TOKEN_EXPIRED' : 'TOKEN_INVALID', { cause })
  }
  // With several audiences, any of them could pass the token on.
  if (payload.aud !== projectId) throw new LatchkeyError('TOKEN_INVALID', { field: 'aud' })
  const idToken = readClaims(payload, projectId)
  const { nonce, walletProof } = options
  if (nonce !== null && idToken.nonce !== nonce) throw new LatchkeyError('NONCE_INVALID')
  if (walletProof === undefined) {
    if (options.requireWalletProof === true) throw new LatchkeyError('WALLET_PROOF_MISSING')
    return idToken
  }
  if (nonce === null) throw new LatchkeyError('WALLET_PROOF_INVALID', { field: 'nonce' })
  return { ...idToken, provenAccount: await requireWalletProof(settings, walletProof, { ...idToken, nonce }) }
}

/** Reads the claims. Throws TOKEN_INVALID for a wrong type. */
function readClaims(payload: JWTPayload, projectId: string): IdToken {
  const { sub, exp, amr, wallets } = payload
  const wrong = (field: string): never => {
    throw new LatchkeyError('TOKEN_INVALID', { field })
  }
  const text = (field: string): string | null => {
    const value = payload[field]
    return value === undefined ? null : typeof value === 'string' ? value : wrong(field)
  }
  const texts = (field: string, value: unknown): readonly string[] | null => {
    if (value === undefined) return null
    return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : wrong(field)
  }
  if (typeof sub !== 'string' || sub === '') return wrong('sub')
  const at = payload.auth_time
  if (at !== undefined && typeof at !== 'number') return wrong('auth_time')
  return {
    subject: sub,
    projectId,
    expiresAt: new Date((exp ?? 0) * 1000),
    authenticatedAt: at === undefined ? null : new Date(at * 1000),
    methods: texts('amr', amr) ?? [],
    acr: text('acr'),
    nonce: text('nonce'),
    wallets: texts('wallets', wallets),
    email: text('email'),
    isEmailVerified: payload.email_verified === true,
    provenAccount: null,
  }
}
