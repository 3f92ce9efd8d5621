import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { type DemoFacts, withDemoFacts } from './demoFacts.ts'

/**
 * A strict policy, as a careful dapp has one: the modal has to work under it. It lists what every dapp must list, the wallet and the api,
 * the relay for wallets on other devices, and the faucet for the demo itself. Chains are reached through a wallet or the api.
 */
const contentPolicy = ({ walletUrl, apiUrl, faucetUrl, relayUrl }: DemoFacts): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${apiUrl} ${faucetUrl} ${relayUrl}`,
    `frame-src ${walletUrl}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Serves the built demo dapp from a folder, with the headers of a production dapp. */
export const createDemoApp = (folder: string, facts: DemoFacts): Hono => {
  const document = withDemoFacts(readFileSync(join(folder, 'index.html'), 'utf8'), facts)
  const policy = contentPolicy(facts)

  const app = new Hono()
  app.use(async (context, next) => {
    await next()
    context.header('X-Content-Type-Options', 'nosniff')
    context.header('Referrer-Policy', 'strict-origin-when-cross-origin')
  })
  app.get('/health', (context) => context.json({ status: 'ok' }))
  for (const path of ['/', '/shows/:id', '/customize', '/playground', '/two'])
    app.get(path, (context) =>
      context.html(document, 200, { 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' }),
    )
  app.use('/assets/*', async (context, next) => {
    await next()
    if (context.res.ok) context.header('Cache-Control', 'public, max-age=31536000, immutable')
  })
  app.use('/assets/*', serveStatic({ root: folder }))
  return app
}
