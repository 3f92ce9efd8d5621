/**
 * A compromised authority sends pages, a service worker and redirects on its routes, through the proxy of the deployment: none of it
 * becomes part of the wallet's origin. The last test shows what the same pages would reach there.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { freePort } from '@latchkey/service-kit/test/freePort'
import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findChromium } from '../../../scripts/chromium.ts'
import { chromiumLaunch } from '../../../scripts/chromiumLaunch.ts'
import { type Deployed, startDeployed } from './startDeployed.ts'
import type { PlainProcess } from './startPlain.ts'

const owned = new AsyncDisposableStack()
afterAll(() => owned.disposeAsync())

/**
 * Attempts of a script in a window that the dapp has opened, beside the wallet's frame in the dapp. Each name is reported once it has
 * worked.
 */
const attack = `
const reach = async (name, work) => {
  try {
    if (await work()) opener.postMessage({ reached: name }, '*')
  } catch {}
}
const attempts = [
  reach('script', () => true),
  reach('the realm of the wallet frame', () => opener.frames[0].document.title !== undefined),
  reach('storage', () => (localStorage.setItem('mine', 'yes'), localStorage.getItem('mine') === 'yes')),
  reach('a service worker', () => navigator.serviceWorker.register('/account/v1/hostile/worker.js', { scope: '/' })),
  reach('documents of the wallet', async () => (await fetch('WALLET_ORIGIN/sdk?projectId=demo')).text()),
]
void Promise.all(attempts).then(() => opener.postMessage({ reached: 'the end' }, '*'))
`
const everything = [
  'script',
  'the realm of the wallet frame',
  'storage',
  'a service worker',
  'documents of the wallet',
  'the end',
]

/** Possible responses of an authority's route, by the end of its path. */
const routes: Record<
  string,
  (origins: Deployed) => { status?: number; headers: Record<string, string>; body?: string }
> = {
  page: ({ walletOrigin }) => ({
    headers: { 'Content-Type': 'text/html', 'Service-Worker-Allowed': '/', Refresh: '1; url=/account/v1/hostile/page' },
    body: `<title>hostile</title><script>${attack.replace('WALLET_ORIGIN', walletOrigin)}</script>`,
  }),
  image: ({ walletOrigin }) => ({
    headers: { 'Content-Type': 'image/svg+xml' },
    body: `<svg xmlns="http://www.w3.org/2000/svg"><script>${attack.replace('WALLET_ORIGIN', walletOrigin).replaceAll('=>', '=&gt;').replaceAll('&&', '&amp;&amp;')}</script></svg>`,
  }),
  'worker.js': () => ({
    headers: { 'Content-Type': 'text/javascript', 'Service-Worker-Allowed': '/' },
    body: "addEventListener('fetch', () => {})",
  }),
  // Back to the documents' origin, as the response to a sign-in does.
  moved: ({ walletOrigin }) => ({ status: 303, headers: { Location: `${walletOrigin}/account/v1/hostile/page` } }),
  // The one page that an authority has.
  docs: ({ walletOrigin }) => ({
    headers: { 'Content-Type': 'text/html', 'Service-Worker-Allowed': '/' },
    body: `<title>hostile</title><script>${attack.replace('WALLET_ORIGIN', walletOrigin)}</script>`,
  }),
}

/** A compromised process: it returns anything on some paths, and otherwise works as before. */
const takeOver = async (deployed: Deployed, upstream: number): Promise<string> => {
  const answer = (asked: IncomingMessage, response: ServerResponse): void => {
    const path = asked.url ?? ''
    const [, name = ''] = /(?:\/hostile\/|^\/)([\w.]+)$/.exec(path) ?? []
    const route = Object.hasOwn(routes, name) ? routes[name]?.(deployed) : undefined
    if (route !== undefined) {
      response.writeHead(route.status ?? 200, route.headers).end(route.body)
      return
    }
    const { method = 'GET', headers } = asked
    const own = request({ host: '127.0.0.1', port: upstream, path, method, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.rawHeaders)
      answered.pipe(response)
    })
    own.on('error', () => response.destroy())
    asked.pipe(own)
  }
  const port = await freePort()
  const server = createServer(answer)
  // It also accepts a protocol switch, to which no header rule applies.
  server.on('upgrade', (_, socket) =>
    socket.end(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSet-Cookie: all=${'x'.repeat(3900)}; Domain=localhost\r\n\r\n`,
    ),
  )
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  owned.defer(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${port}`
}

let deployed: Deployed
let browser: Browser
let proxy: PlainProcess | undefined
const startProxy = async (upstreams: Readonly<Record<string, string>>): Promise<void> => {
  await proxy?.stop()
  proxy = deployed.run('proxy', upstreams)
  await deployed.untilHealthy('proxy', proxy)
  const { walletOrigin, vaultOrigin } = deployed
  for (const url of [`${walletOrigin}/sdk?projectId=demo`, `${vaultOrigin}/vault?projectId=demo`])
    while (!(await fetch(url)).ok);
}
const portOf = (name: 'api' | 'custody' | 'frame', setting = 'PORT'): number =>
  Number(deployed.environmentOf(name)[setting])

beforeAll(async () => {
  deployed = owned.use(await startDeployed())
  for (const name of ['redis', 'cache'] as const) await deployed.untilHealthy(name, deployed.run(name))
  expect(await deployed.run('migrate').ended).toBe(0)
  for (const name of ['api', 'custody', 'frame'] as const) await deployed.untilHealthy(name, deployed.run(name))
  const dapp = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<title>dapp</title>
<script>window.reached = []; addEventListener('message', ({ data }) => data?.reached && reached.push(data.reached))</script>
<iframe src="${deployed.walletOrigin}/sdk?projectId=demo"></iframe>`)
  })
  await new Promise<void>((resolve) => dapp.listen(deployed.dappPort, '127.0.0.1', resolve))
  owned.defer(async () => {
    dapp.closeAllConnections()
    dapp.close()
  })
  browser = owned.adopt(await chromium.launch({ ...chromiumLaunch, executablePath: findChromium() }), (launched) =>
    launched.close(),
  )
})

let page: Page
beforeEach(async () => {
  page = await (await browser.newContext()).newPage()
})

/** Opens a URL from the dapp, as a sign-in with a provider does, and returns what script there has reached. */
const visit = async (url: string, isOver: (reached: string[]) => boolean = () => true): Promise<string[]> => {
  await page.goto(`http://127.0.0.1:${deployed.dappPort}`)
  await page.frameLocator('iframe').locator('body').waitFor({ state: 'attached' })
  const opened = page.waitForEvent('popup')
  await page.evaluate((address) => void open(address, '_blank', 'popup'), url)
  await (await opened).waitForLoadState()
  const read = (): Promise<string[]> => page.evaluate(() => (globalThis as unknown as { reached: string[] }).reached)
  await expect.poll(async () => isOver(await read())).toBe(true)
  return read()
}
const isEnd = (reached: string[]): boolean => reached.includes('the end')

describe.each(['api', 'custody'] as const)('the %s, taken over', (authority) => {
  const base = (): string =>
    authority === 'api' ? `${deployed.apiOrigin}/account/v1` : `${deployed.custodyOrigin}/custody/v1`

  beforeAll(async () => {
    const upstream = await takeOver(deployed, portOf(authority))
    await startProxy({ [`${authority.toUpperCase()}_UPSTREAM`]: upstream })
  })

  test.each(['page', 'image', 'moved'])('runs no script with a %s', async (route) => {
    expect(await visit(`${base()}/hostile/${route}`)).toEqual([])
    expect(page.context().serviceWorkers()).toEqual([])
  })

  test('changes to no other protocol, whose answer would have its cookies', async () => {
    const statusOf = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const asked = request(`${base()}/hostile/page`, { headers })
        const end = ({ statusCode }: IncomingMessage): void => {
          resolve(statusCode)
          asked.destroy()
        }
        asked.on('response', end).on('upgrade', end).on('error', reject).end()
      })
    const websocket = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' }
    expect(await statusOf({ ...websocket, 'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==' })).toBe(400)
    expect(await statusOf({ Connection: 'upgrade', Upgrade: 'h2c' })).toBe(400)
  })

  test('is not what answers at the wallet’s or vault’s host name', async () => {
    const { walletOrigin, vaultOrigin } = deployed
    for (const origin of [walletOrigin, vaultOrigin])
      for (const path of ['/account/v1/hostile/page', '/custody/v1/hostile/page', '/docs', '/public/hostile/image'])
        expect([origin, path, (await fetch(`${origin}${path}`)).status]).toEqual([origin, path, 404])
  })
})

test('cookies for the whole domain, as many as browsers keep, lock no user out of the documents', async () => {
  const cookie = Array.from({ length: 180 }, (_, index) => `all${index}=${'x'.repeat(4000)}`).join('; ')
  const { walletOrigin, vaultOrigin } = deployed
  for (const url of [`${walletOrigin}/sdk?projectId=demo`, `${vaultOrigin}/vault?projectId=demo`]) {
    const status = await new Promise((resolve, reject) =>
      request(url, { headers: { Cookie: cookie } }, (answered) => resolve(answered.resume().statusCode))
        .on('error', reject)
        .end(),
    )
    expect([url, status]).toEqual([url, 200])
  }
})

test('script in the reference of an api that was taken over reaches nothing: its page has no origin', async () => {
  await startProxy({ API_UPSTREAM: await takeOver(deployed, portOf('api')) })
  expect(await visit(`${deployed.apiOrigin}/docs`, isEnd)).toEqual(['script', 'the end'])
})

test('the same page on the wallet’s own origin would reach all of it', async () => {
  await startProxy({ WALLET_UPSTREAM: await takeOver(deployed, portOf('frame', 'WALLET_PORT')) })
  expect(await visit(`${deployed.walletOrigin}/account/v1/hostile/page`, isEnd)).toEqual(
    expect.arrayContaining(everything),
  )
})
