import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Clock } from '../src/clock.ts'

/** An OpenID Connect provider as far as token verifiers need it, called by `fetch` without a socket. */
export type TestIssuer = Awaited<ReturnType<typeof createTestIssuer>>

export async function createTestIssuer(issuer: string, clock: Clock) {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = crypto.randomUUID()
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }
  const jwksUri = `${issuer}/keys`
  const configuration = { issuer, jwks_uri: jwksUri, authorization_endpoint: `${issuer}/authorize` }
  const documents = new Map<string, () => Response>([
    [`${issuer}/.well-known/openid-configuration`, () => Response.json(configuration)],
    [jwksUri, () => Response.json({ keys: [jwk] })],
  ])
  return {
    issuer,
    jwk,
    configuration,
    /** Responses by URL, which tests can replace. */
    documents,
    fetch: (async (input) => {
      const url = input instanceof Request ? input.url : String(input)
      return documents.get(url)?.() ?? new Response('', { status: 404 })
    }) as typeof globalThis.fetch,
    /** Returns an ID token with these claims, issued now, valid for an hour; undefined omits a claim. */
    sign: (
      claims: Record<string, unknown>,
      key: CryptoKey = privateKey,
      header: Record<string, unknown> = {},
    ): Promise<string> => {
      const now = Math.floor(clock.now().getTime() / 1000)
      return new SignJWT({ iss: issuer, iat: now, exp: now + 3600, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid, ...header })
        .sign(key)
    },
  }
}
