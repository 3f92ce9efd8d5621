import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { answerRpc } from './answerRpc.ts'
import type { SolanaMethods } from './createSolanaMethods.ts'

/** As Solana's nodes: 50 KiB. */
const mostBytes = 50 * 1024

/** `POST /`: JSON-RPC for every page, as a public node. `GET /health` says that it is there. `/market`: what swaps. */
export const createSolanaApp = (methods: SolanaMethods, market: Hono): Hono => {
  const app = new Hono()
  app.use('*', cors({ origin: '*' }), bodyLimit({ maxSize: mostBytes }))
  app.get('/health', (context) => context.text('ok'))
  app.post('/', async (context) => {
    const body: unknown = await context.req.json().catch(() => undefined)
    return context.json((await answerRpc(methods, body)) as object)
  })
  app.route('/market', market)
  return app
}
