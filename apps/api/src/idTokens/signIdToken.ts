import { type Clock, secondsLater, unixSeconds } from '@latchkey/service-kit/clock'
import type { AuthorityKeyring } from '@latchkey/service-kit/keys/authorityKeyring'
import { SignJWT } from 'jose'
import type { ScopedClaims } from './userClaims.ts'

/** How a user has last proved themselves: a mailed code, a login provider, Farcaster, a wallet's signature. The `amr` of an ID token. */
export const proofKinds = ['otp', 'fed', 'farcaster', 'wallet'] as const
export type ProofKind = (typeof proofKinds)[number]

/** What the api vouches for (`acr`): a sign-in that both authorities have seen, or the signature of one wallet. */
export const acrOf = (kind: ProofKind | null): string => `urn:latchkey:acr:${kind === 'wallet' ? 'wallet' : 'login'}`

/** The address of the issuer, by the api's own. */
export const issuerOf = (publicUrl: string): string => `${publicUrl}/oidc`

/** An app takes a token in at once: it is not its session. */
export const idTokenLifeSeconds = 600

export type IdTokenClaims = ScopedClaims & {
  /** The project: whom the token is for. */
  projectId: string
  subject: string
  authenticatedAt: Date
  /** Null when it is not known any more. */
  provedBy: ProofKind | null
  nonce?: string | undefined
}
export type IdTokenSigner = { issuer: string; idToken: AuthorityKeyring['idToken']; clock: Clock }

/**
 * Signs an ID token (OpenID Connect Core 1.0, section 2). It is good for ten minutes, or until `notAfter`. Its key, `typ`, issuer
 * and audience are those of no token that an endpoint of ours takes.
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
