import { type Clock, unixSeconds } from '@latchkey/service-kit/clock'
import { importPKCS8, SignJWT } from 'jose'
import type { ClientAuth } from 'openid-client'

export type AppleKey = { clientId: string; issuer: string; teamId: string; keyId: string; privateKeyPem: string }

const lifeSeconds = 300

/** Signs Apple's client secret: a short-lived JWT by our key (ES256), made for each exchange. Throws for an invalid key. */
export async function appleClientSecret(
  { clientId, issuer, teamId, keyId, privateKeyPem }: AppleKey,
  clock: Clock,
): Promise<ClientAuth> {
  const key = await importPKCS8(privateKeyPem, 'ES256').catch((cause: unknown) => {
    throw new Error('SOCIAL_APPLE_PRIVATE_KEY: must be the ES256 key that Apple gave, as PEM', { cause })
  })
  return async (_server, _client, body) => {
    const now = unixSeconds(clock.now())
    const secret = new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + lifeSeconds)
    body.set('client_id', clientId)
    body.set('client_secret', await secret.sign(key))
  }
}
