import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { type Browser, chromium } from 'playwright'
import { build } from 'vite'
import { findChromium } from '../../../scripts/chromium.ts'
import { chromiumLaunch } from '../../../scripts/chromiumLaunch.ts'
import { startFrameServer } from './serveFrame.ts'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

const policyFor = (frameOrigin: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src ${frameOrigin}`,
    `frame-src ${frameOrigin}`,
    "require-trusted-types-for 'script'",
  ].join('; ')

const serve = (folder: string, policy: string): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      const file = pathname === '/' ? '/index.html' : pathname
      try {
        const body = readFileSync(join(folder, file))
        response.writeHead(200, { 'content-type': types[extname(file)] ?? '', 'content-security-policy': policy })
        response.end(body)
      } catch {
        response.writeHead(404).end()
      }
    })
    server.listen(0, () => resolve(server))
  })

export type StrictSite = {
  browser: Browser
  pageOrigin: string
  /** The scripted wallet's, on another site. */
  frameOrigin: string
  /** The page's address; its query configures the modal. */
  address(query: Readonly<Record<string, string>>): string
  close(): Promise<void>
}

/**
 * The modal, built, in a page with a strict policy and careless styles; the scripted wallet on another site; and a browser.
 * Sites that are open side by side differ in `name`.
 */
export const openStrictSite = async (name: string): Promise<StrictSite> => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-page-'))
  await build({
    configFile: false,
    root: new URL('dapp', import.meta.url).pathname,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      rolldownOptions: { onwarn: () => undefined },
    },
  })
  const wallet = await startFrameServer(name)
  const frameOrigin = wallet.origin
  const site = await serve(folder, policyFor(frameOrigin))
  const pageOrigin = `http://localhost:${(site.address() as AddressInfo).port}`
  const browser = await chromium.launch({ ...chromiumLaunch, executablePath: findChromium() })
  return {
    browser,
    pageOrigin,
    frameOrigin,
    address: (query) => `${pageOrigin}/?${new URLSearchParams({ ...query, frame: frameOrigin })}`,
    async close() {
      await browser.close()
      site.close()
      await wallet.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
