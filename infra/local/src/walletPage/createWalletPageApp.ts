import { readFileSync } from 'node:fs'
import { getLanguage } from '@latchkey/copy'
import { t } from '@latchkey/copy/localWallet'
import { Hono } from 'hono'
import { html } from 'hono/html'
import * as z from 'zod'
import type { Chain } from '../chain/createChain.ts'
import type { WalletPageFacts } from './walletPageFacts.ts'

export type WalletPageSettings = {
  facts: WalletPageFacts
  /** The page's script. */
  script: string
  chains: readonly Pick<Chain, 'setBalance'>[]
}

/** 10 of the chain's own coin. */
const giftWei = 10n ** 19n
const fundRequest = z.object({ address: z.string().regex(/^0x[0-9a-fA-F]{40}$/) })

const policyFor = ({ relayUrl, chains }: WalletPageFacts): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    `connect-src 'self' ${[relayUrl, ...chains.map(({ rpcUrl }) => rpcUrl)].join(' ')}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const pageFor = (facts: WalletPageFacts) => html`<!doctype html>
<html lang="${getLanguage()}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="latchkey-wallet" content="${JSON.stringify(facts)}">
    <title>${t('documentTitle')}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/wallet.css">
    <script type="module" src="/wallet.js"></script>
  </head>
  <body>
    <header>
      <h1>${t('title')} <span class="badge">${t('local')}</span></h1>
      <p>${t('about')}</p>
    </header>
    <main id="wallet" aria-busy="true"></main>
    <p id="status" role="status"></p>
  </body>
</html>`

/**
 * Serves a small wallet in a page, which pairs with dapps over the local relay. `POST /fund { address }` gives one of its accounts local
 * coins; no other page may call it.
 */
export const createWalletPageApp = ({ facts, script, chains }: WalletPageSettings): Hono => {
  const app = new Hono()
  const style = readFileSync(new URL('assets/wallet.css', import.meta.url), 'utf8')
  const policy = policyFor(facts)

  app.use(async (context, next) => {
    await next()
    context.header('X-Content-Type-Options', 'nosniff')
    context.header('Referrer-Policy', 'no-referrer')
    context.header('Cache-Control', 'no-store')
  })
  app.get('/health', (context) => context.json({ status: 'ok' }))
  app.get('/', (context) => context.html(pageFor(facts), 200, { 'Content-Security-Policy': policy }))
  app.get('/wallet.js', (context) => context.body(script, 200, { 'Content-Type': 'text/javascript' }))
  app.get('/wallet.css', (context) => context.body(style, 200, { 'Content-Type': 'text/css' }))
  app.post('/fund', async (context) => {
    // Another site's form cannot send this type, and its script needs a preflight.
    if (context.req.header('Content-Type') !== 'application/json')
      return context.json({ error: 'JSON is expected' }, 400)
    const request = fundRequest.safeParse(await context.req.json().catch(() => undefined))
    if (!request.success) return context.json({ error: 'An address is required' }, 400)
    try {
      await Promise.all(chains.map((chain) => chain.setBalance(request.data.address, giftWei)))
      return context.json({})
    } catch {
      return context.json({ error: 'The network cannot be reached right now' }, 503)
    }
  })
  return app
}
