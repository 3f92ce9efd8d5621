import type { SocialProvider } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { tryParse } from '@latchkey/protocol/tryParse'
import type { Clock } from '@latchkey/service-kit/clock'
import type { Identity } from '@latchkey/service-kit/keys/tokens'
import { errors, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { type IdentityWithEmail, readEmail } from './IdentityWithEmail.ts'
import type { OpenIdIssuer } from './openIdIssuer.ts'
import { RefusedLogin } from './refusedLogin.ts'

/** A provider that signs identities, and our client id there. */
export type OpenIdProvider = {
  provider: SocialProvider
  /** As its tokens spell it. */
  issuer: string
  clientId: string
  openId: OpenIdIssuer
}

const maxAgeSeconds = 600
/** The allowed difference between two servers' clocks. */
const clockSkewSeconds = 30
/** After this time the same token is rejected for its age. */
export const idTokenNonceLifeSeconds = maxAgeSeconds + 2 * clockSkewSeconds

const claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.optional(z.string()),
  nonce: z.optional(z.string()),
  email: z.catch(z.optional(z.string()), undefined),
  /** Apple sends it as a string. */
  email_verified: z.catch(z.optional(z.union([z.boolean(), z.string()])), undefined),
})

/**
 * Returns the owner of an ID token, and its verified address (OpenID Connect Core 1.0, section 3.1.3.7), if the provider has issued it for
 * us, recently, and for `nonce`.
 *
 * Throws SOCIAL_EXPIRED for one that is too old, SOCIAL_REFUSED for any other fault, PROVIDER_UNAVAILABLE while the provider's keys cannot
 * be read.
 */
export async function verifyIdToken(
  { provider, issuer, clientId, openId }: OpenIdProvider,
  { idToken, nonce }: { idToken: string; nonce: string },
  clock: Clock,
): Promise<IdentityWithEmail> {
  const { payload, failure } = await readSigned(idToken, issuer, openId, clock)
  const parsed = tryParse(claims, payload)
  if (!parsed.success) throw new RefusedLogin('SOCIAL_REFUSED', parsed.error)
  const { sub: subject, aud, azp = clientId, nonce: named, email, email_verified: isVerified } = parsed.data
  const identity: Identity = { provider, issuer, subject }
  const audiences = [aud].flat()
  // For another app, or for others as well: those have this token too.
  if (audiences.length !== 1 || audiences[0] !== clientId || azp !== clientId)
    throw new RefusedLogin('SOCIAL_REFUSED', 'audience', identity)
  if (named !== nonce) throw new RefusedLogin('SOCIAL_REFUSED', 'nonce', identity)
  if (failure !== null) throw new RefusedLogin('SOCIAL_EXPIRED', failure, identity)
  return { identity, email: isVerified === true || isVerified === 'true' ? readEmail(email) : null }
}

/** Returns the signed claims; `failure` when the token is too old. */
async function readSigned(idToken: string, issuer: string, { key }: OpenIdIssuer, clock: Clock) {
  try {
    const { payload } = await jwtVerify(idToken, key, {
      issuer,
      algorithms: ['RS256', 'ES256'],
      maxTokenAge: maxAgeSeconds,
      clockTolerance: clockSkewSeconds,
      requiredClaims: ['exp'],
      currentDate: clock.now(),
    })
    return { payload, failure: null }
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof errors.JWTExpired) return { payload: error.payload, failure: error }
    throw new RefusedLogin('SOCIAL_REFUSED', error)
  }
}
