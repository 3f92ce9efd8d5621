import type { SocialProvider } from '@latchkey/api-client'
import { isAppError } from '@latchkey/protocol/errors'
import type { Clock } from '@latchkey/service-kit/clock'
import { type GrantPurpose, tokens, type VerifyingKeys, verifyToken } from '@latchkey/service-kit/keys/tokens'
import { errors } from 'jose'
import { type IdentityWithEmail, readEmail } from './IdentityWithEmail.ts'
import { RefusedLogin } from './refusedLogin.ts'

/** After this time the same statement is rejected for its age, even when the api's clock is ahead of ours by a minute. */
export const statementNonceLifeSeconds = tokens.socialStatement.lifeSeconds + 60

/**
 * Returns a login's owner and its verified address on the api's statement: for a provider that signs nothing itself, so that custody has no
 * other source (threat model, "api process").
 *
 * Throws SOCIAL_EXPIRED for a statement that is too old, SOCIAL_REFUSED for one of another attempt, provider or purpose, or that the api
 * has not made, and SERVICE_UNREACHABLE while the api's key is unavailable.
 */
export async function verifyStatement(
  statement: string,
  expected: { provider: SocialProvider; issuer: string; nonce: string; purpose: GrantPurpose },
  { apiKey, clock }: { apiKey: () => Promise<VerifyingKeys>; clock: Clock },
): Promise<IdentityWithEmail> {
  const said = await verifyToken('socialStatement', statement, await apiKey(), clock).catch((error: unknown) => {
    if (!isAppError(error, 'SESSION_EXPIRED')) throw error
    throw new RefusedLogin(error.cause instanceof errors.JWTExpired ? 'SOCIAL_EXPIRED' : 'SOCIAL_REFUSED', error)
  })
  const { identity } = said
  if (identity.provider !== expected.provider) throw new RefusedLogin('SOCIAL_REFUSED', 'provider', identity)
  if (identity.issuer !== expected.issuer) throw new RefusedLogin('SOCIAL_REFUSED', 'issuer', identity)
  if (said.purpose !== expected.purpose) throw new RefusedLogin('SOCIAL_REFUSED', 'purpose', identity)
  if (said.nonce !== expected.nonce) throw new RefusedLogin('SOCIAL_REFUSED', 'nonce', identity)
  return { identity, email: readEmail(said.email) }
}
