import type { AppEnvironment } from '@latchkey/service-kit/http/createAuthorityApp'
import type { AuthorityKeyring } from '@latchkey/service-kit/keys/authorityKeyring'
import type { Hono } from 'hono'

/**
 * Serves the keys that verify ID tokens (RFC 7517), for any server and any page: they are public, and the same for every project. Not a row
 * of the endpoint table, whose responses have our own shape.
 */
export function serveIdTokenKeys(
  app: Hono<AppEnvironment>,
  keyring: Pick<AuthorityKeyring, 'idToken' | 'refresh'>,
): void {
  app.get('/oidc/jwks', async () => {
    await keyring.refresh()
    return new Response(JSON.stringify(keyring.idToken.jwks), {
      headers: {
        'Content-Type': 'application/jwk-set+json',
        // Shorter than the notice of a rotation: the next key is known everywhere before it signs.
        'Cache-Control': 'public, max-age=60',
        'Access-Control-Allow-Origin': '*',
        'X-Content-Type-Options': 'nosniff',
      },
    })
  })
}
