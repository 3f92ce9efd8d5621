/**
 * A server of an app that identifies its users with `modal.getIdToken()`: it issues nonces, signs users in, keeps its own session cookie,
 * and has pages and calls for signed-in users only. `apps/combined/test/serverPackage.test.ts` runs it against the api.
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

  // For calls of an app without sessions: each carries a token.
  app.use('/api/*', requireIdToken(latchkey))
  app.get('/api/me', (context) => context.json({ subject: context.get('idToken').subject }))
  return app
}
