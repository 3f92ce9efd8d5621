/**
 * A server of an app that knows its users by `modal.getIdToken()`: it gives nonces, signs in, keeps a session cookie of its own, and has
 * pages and calls that only signed-in users see. `apps/combined/test/serverPackage.test.ts` runs it against the api.
 */
import type { Verifier } from '@latchkey/server'
import { type LatchkeyVariables, requireIdToken } from '@latchkey/server/hono'
import { createSignInRoute } from '@latchkey/server/next'
import { Hono } from 'hono'

export function createShop(latchkey: Verifier, secret: string) {
  const route = createSignInRoute(latchkey, { secret })
  const app = new Hono<{ Variables: LatchkeyVariables }>()

  app.on(['GET', 'POST', 'DELETE'], '/sign-in', ({ req }) => route[req.method as 'GET' | 'POST' | 'DELETE'](req.raw))
  app.get('/account', async (context) => {
    const session = await route.readSession(context.req.raw)
    return session === null ? context.text('Sign in first', 401) : context.json(session)
  })

  // For calls of an app that keeps no session: each carries a token.
  app.use('/api/*', requireIdToken(latchkey))
  app.get('/api/me', (context) => context.json({ subject: context.get('idToken').subject }))
  return app
}
