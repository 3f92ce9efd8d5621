/** The WalletConnect connector in a page: what it loads and when, and the hosts that it calls. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { type Browser, chromium } from 'playwright'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChromium } from '../../../scripts/chromium.ts'
import { chromiumLaunch } from '../../../scripts/chromiumLaunch.ts'
import {
  ada,
  createTestWallet,
  grantOf,
  startTestRelay,
  usualMethods,
} from '../src/connectors/walletConnect/wallet.fixture.ts'
import type {} from './walletConnect/site.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-walletconnect-'))
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }
let server: Server
let browser: Browser

beforeAll(async () => {
  await build({
    configFile: false,
    root: new URL('walletConnect', import.meta.url).pathname,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 1000 },
  })
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site.invalid')
    const file = pathname === '/' ? '/index.html' : pathname
    response.writeHead(200, { 'content-type': types[extname(file)] ?? '' })
    response.end(readFileSync(join(folder, file)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  browser = await chromium.launch({ ...chromiumLaunch, executablePath: findChromium() })
}, 60_000)

afterAll(async () => {
  await browser?.close()
  server?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('nothing is loaded before WalletConnect is picked, and nobody is called but the relay, from pairing to the end', async () => {
  const relay = await startTestRelay()
  const wallet = await createTestWallet(relay)
  wallet.answer(() => '0x1234')
  const { port } = server.address() as AddressInfo
  await using context = await browser.newContext()
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('websocket', (socket) => asked.push(socket.url()))
  const hosts = () => [...new Set(asked.map((url) => new URL(url).host))]
  const scripts = () => asked.filter((url) => url.endsWith('.js'))

  await page.goto(`http://127.0.0.1:${port}/?relay=ws://127.0.0.1:${relay.port}`)
  await page.waitForFunction(() => 'site' in globalThis)
  expect(await page.evaluate(() => globalThis.site.restore())).toEqual([])
  expect(hosts()).toEqual([`127.0.0.1:${port}`])
  expect(scripts()).toHaveLength(1)

  await page.evaluate(() => globalThis.site.connect())
  await page.waitForFunction(() => globalThis.site.uri !== '')
  expect(scripts().length).toBeGreaterThan(1)
  const uri = await page.evaluate(() => globalThis.site.uri)
  await wallet.accept(uri, grantOf([`eip155:31337:${ada}`], usualMethods))
  const sessions = await page.evaluate(() => globalThis.site.sessions)
  expect(sessions).toMatchObject([{ accounts: [{ address: ada }], network: 'eip155:31337' }])
  expect(await page.evaluate((address) => globalThis.site.sign(address), ada)).toBe('0x1234')

  await page.reload()
  await page.waitForFunction(() => 'site' in globalThis)
  expect(await page.evaluate(() => globalThis.site.restore())).toEqual(sessions)
  expect(await page.evaluate((address) => globalThis.site.sign(address), ada)).toBe('0x1234')
  const names = await page.evaluate(() => ({
    stored: Object.keys(localStorage),
    globals: Object.keys(globalThis).filter((name) => /walletconnect/i.test(name)),
  }))
  expect(names.stored.filter((name) => !name.startsWith('latchkey:demo:walletconnect:'))).toEqual([])
  expect(names.globals).toEqual([])
  await page.evaluate(() => globalThis.site.disconnect())

  expect(hosts().toSorted()).toEqual([`127.0.0.1:${port}`, `127.0.0.1:${relay.port}`].toSorted())
  expect(page.frames()).toHaveLength(1)
}, 60_000)
