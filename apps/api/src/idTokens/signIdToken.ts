import { type Clock, secondsLater, unixSeconds } from '@latchkey/service-kit/clock'
import type { AuthorityKeyring } from '@latchkey/service-kit/keys/authorityKeyring'
import { SignJWT } from 'jose'
import type { ScopedClaims } from './userClaims.ts'

/** How a user last proved themselves: a mailed code, a login provider, Farcaster, a wallet's signature. The `amr` of an ID token. */
export const proofKinds = ['otp', 'fed', 'farcaster', 'wallet'] as const
export type ProofKind = (typeof proofKinds)[number]

/** Returns the api's assurance (`acr`): a sign-in that both authorities have seen, or one wallet's signature. */
export const acrOf = (kind: ProofKind | null): string => `urn:latchkey:acr:${kind === 'wallet' ? 'wallet' : 'login'}`

/** Returns the issuer's URL, from the api's own. */
export const issuerOf = (publicUrl: string): string => `${publicUrl}/oidc`

/** Apps read a token at once: it is not their session. */
export const idTokenLifeSeconds = 600

export type IdTokenClaims = ScopedClaims & {
  /** The project, which is the token's audience. */
  projectId: string
  subject: string
  authenticatedAt: Date
  /** Null when it is no longer known. */
  provedBy: ProofKind | null
  nonce?: string | undefined
}
export type IdTokenSigner = { issuer: string; idToken: AuthorityKeyring['idToken']; clock: Clock }

/**
 * Signs an ID token (OpenID Connect Core 1.0, section 2). It is valid for ten minutes, or until `notAfter`. No endpoint of ours accepts a
 * token with its key, `typ`, issuer and audience.
 */
export async function signIdToken(
  { issuer, idToken: { privateKey, kid }, clock }: IdTokenSigner,
  { projectId, subject, authenticatedAt, provedBy, ...claims }: IdTokenClaims,
  notAfter?: Date,
): Promise<{ idToken: string; expiresAt: number }> {
  const now = clock.now()
  const life = secondsLater(now, idTokenLifeSeconds)
  const expiresAt = unixSeconds(notAfter !== undefined && notAfter < life ? notAfter : life)
  const idToken = await new SignJWT({
    ...claims,
    auth_time: unixSeconds(authenticatedAt),
    ...(provedBy !== null && { amr: [provedBy] }),
    acr: acrOf(provedBy),
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid })
    .setIssuer(issuer)
    .setAudience(projectId)
    .setSubject(subject)
    .setIssuedAt(unixSeconds(now))
    .setExpirationTime(expiresAt)
    .sign(privateKey)
  return { idToken, expiresAt }
}
