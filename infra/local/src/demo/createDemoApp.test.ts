import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addressesOf } from '../addresses.ts'
import { portsFrom } from '../ports.ts'
import { localExchange, localTokens } from '../tokens/localContracts.ts'
import { createDemoApp } from './createDemoApp.ts'
import { demoFactsOf } from './demoFacts.ts'

const demo = () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-demo-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head><title>Demo</title></head><body></body></html>')
  writeFileSync(join(folder, 'assets', 'main-1234.js'), 'export {}')
  writeFileSync(join(folder, 'sizes.json'), '{}')
  return createDemoApp(folder, demoFactsOf(addressesOf(portsFrom(13_000))))
}

test('the document carries the facts of its stack', async () => {
  const response = await demo().request('/')
  const content = /<meta name="latchkey-demo" content="([^"]+)"><\/head>/.exec(await response.text())?.[1] ?? ''
  expect(JSON.parse(content.replaceAll('&quot;', '"'))).toEqual({
    projectId: 'demo',
    walletUrl: 'http://localhost:13001',
    apiUrl: 'http://localhost:13002',
    faucetUrl: 'http://localhost:13007',
    docsUrl: 'http://localhost:13004',
    relayUrl: 'ws://localhost:13005',
    rpcUrls: { 'eip155:31337': ['http://localhost:18545'], 'eip155:1337': ['http://localhost:18546'] },
    local: { usdc: localTokens.usdc, router: localExchange.router },
  })
})

test.each(['/', '/shows/low-tide-brass', '/customize', '/playground', '/two'])(
  '%s allows its own files, the wallet frame and what it talks to, and nothing inline',
  async (path) => {
    const response = await demo().request(path)
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "connect-src 'self' http://localhost:13002 http://localhost:13007 ws://localhost:13005; " +
        "frame-src http://localhost:13001; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
  },
)

test('hashed files are cached as immutable, the document is revalidated', async () => {
  const app = demo()
  const script = await app.request('/assets/main-1234.js')
  expect([script.status, script.headers.get('cache-control'), script.headers.get('content-type')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
    'text/javascript; charset=utf-8',
  ])
  expect((await app.request('/')).headers.get('cache-control')).toBe('no-cache')
})

test.each(['/sizes.json', '/assets/../sizes.json', '/assets/none.js'])('%s is not served', async (path) => {
  expect((await demo().request(path)).status).toBe(404)
})
