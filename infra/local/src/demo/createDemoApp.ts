import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

/** What the demo has to know about the stack it runs in. In the page as `<meta name="latchkey-demo" content="<JSON>">`. */
export type DemoFacts = {
  projectId: string
  walletUrl: string
  apiUrl: string
  faucetUrl: string
  inboxUrl: string
  /** Chains of this machine: EIP-155 id and RPC address. */
  chains: readonly { chainId: number; url: string }[]
}

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/**
 * A strict policy, as a careful dapp has one: the modal has to work under it. It names what a dapp must name, the wallet and
 * the api, and for itself the chains it reads and the faucet.
 */
const contentPolicy = ({ walletUrl, apiUrl, faucetUrl, chains }: DemoFacts): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${[apiUrl, faucetUrl, ...chains.map((chain) => chain.url)].join(' ')}`,
    `frame-src ${walletUrl}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The built demo dapp from a folder, with the headers that a dapp would have in production. */
export const createDemoApp = (folder: string, facts: DemoFacts): Hono => {
  const meta = `<meta name="latchkey-demo" content="${escapeAttribute(JSON.stringify(facts))}">`
  const document = readFileSync(join(folder, 'index.html'), 'utf8').replace('</head>', () => `${meta}</head>`)
  const policy = contentPolicy(facts)

  const app = new Hono()
  app.use(async (context, next) => {
    await next()
    context.header('X-Content-Type-Options', 'nosniff')
    context.header('Referrer-Policy', 'strict-origin-when-cross-origin')
  })
  app.get('/health', (context) => context.json({ status: 'ok' }))
  app.get('/', (context) =>
    context.html(document, 200, { 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' }),
  )
  app.use(
    '/assets/*',
    serveStatic({
      root: folder,
      onFound: (_, context) => context.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  )
  return app
}
