import { mkdtempSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ipAddress, type Proxies, readProxies } from '@latchkey/service-kit/http/ipAddress'
import { listenOn } from '@latchkey/service-kit/http/listen'
import { idOf } from '@latchkey/service-kit/http/requestId'
import { freePort } from '@latchkey/service-kit/test/freePort'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { house } from '../src/readCompose.ts'
import { startPlain } from './startPlain.ts'
import { type Front, type RunningProxy, startFront, startShippedProxy } from './startProxy.ts'

/** Visitors have other addresses of this machine than proxies, which all connect from the first one. */
const [visitor, otherVisitor, proxy] = ['127.0.1.1', '127.0.1.2', '127.0.0.1']
/** Three sites with long names. */
const origins = ['shop', 'checkout', 'preview'].map((name) => `https://${name}.a-long-name-of-a-company.example`)

const owned = new AsyncDisposableStack()
const folder = mkdtempSync(join(tmpdir(), 'latchkey-proxies-'))
owned.defer(async () => rmSync(folder, { recursive: true, force: true }))
afterAll(() => owned.disposeAsync())

/** An id that a visitor claims for a request. */
const claimedId = '0f8fad5b-d9cb-469f-a165-70867728950e'

/** A service that answers with the address that it takes for the client's and the id of the request, and lists the origins of every project. */
const startService = async (proxies: Proxies): Promise<number> => {
  const port = await freePort()
  const answer = async (request: Request, { remoteAddress }: { remoteAddress: string }): Promise<Response> =>
    Response.json({
      address: ipAddress(request, remoteAddress, proxies),
      id: idOf(request.headers.get('x-request-id') ?? undefined, remoteAddress, proxies),
      given: request.headers.get('x-request-id'),
      allowedOrigins: origins,
      approvals: 'auto',
    })
  owned.adopt(await listenOn({ fetch: answer } as never, port, { hosts: ['127.0.0.1'], proxies }), (open) =>
    open.close(),
  )
  return port
}

/** The frame server of the deployment, on the built documents. */
const startFrame = async (api: number, environment: Readonly<Record<string, string>> = {}): Promise<number> => {
  const [port, vaultPort] = [await freePort(), await freePort()]
  const frame = startPlain({
    command: ['node', 'server/main.ts'],
    folder: join(house, 'apps/secure-frame'),
    environment: {
      WALLET_ORIGIN: 'https://wallet.a-long-name-of-a-company.example',
      VAULT_ORIGIN: 'https://vault.a-long-name-of-a-company.example',
      API_URL: 'https://wallet.a-long-name-of-a-company.example',
      CUSTODY_URL: 'https://wallet.a-long-name-of-a-company.example',
      API_INTERNAL_URL: `http://127.0.0.1:${api}`,
      CUSTODY_INTERNAL_URL: `http://127.0.0.1:${api}`,
      HOST: '127.0.0.1',
      WALLET_PORT: String(port),
      VAULT_PORT: String(vaultPort),
      ...environment,
    },
  })
  owned.defer(async () => {
    frame.kill()
    await frame.ended
  })
  for (;;) {
    const isUp = await ask(vaultPort, '/health', visitor).then(
      () => true,
      () => false,
    )
    if (isUp) return port
    if (!frame.isRunning()) throw new Error(frame.said())
    await sleep(50)
  }
}

/** Asks as a visitor, who also claims to have another address. */
const ask = (port: number, path: string, from: string): Promise<{ status: number; head: number; body: string }> =>
  new Promise((resolve, reject) => {
    const options = {
      port,
      path,
      host: '127.0.0.1',
      localAddress: from,
      agent: false,
      headers: { Host: `localhost:${port}`, 'X-Forwarded-For': '203.0.113.9', 'X-Request-Id': claimedId },
    } as const
    get(options, async (response: IncomingMessage) => {
      let body = ''
      for await (const chunk of response) body += chunk
      const lines = response.rawHeaders.flatMap((name, index, all) =>
        index % 2 ? [] : [`${name}: ${all[index + 1]}\r\n`],
      )
      const head = Buffer.byteLength(
        `HTTP/1.1 ${response.statusCode} ${response.statusMessage}\r\n${lines.join('')}\r\n`,
      )
      resolve({ status: response.statusCode ?? 0, head, body })
    }).on('error', reject)
  })
const addressOf = async (port: number, from: string, path = '/account/v1/keys'): Promise<string> =>
  JSON.parse((await ask(port, path, from)).body).address
const trust = (protocol: boolean): Proxies => {
  const proxies = readProxies(proxy, protocol)
  if ('reason' in proxies) throw new Error(proxies.reason)
  return proxies
}

let service: number
let wallet: number
beforeAll(async () => {
  service = await startService(trust(false))
  wallet = await startFrame(service)
})

/** The shipped file of a proxy, before our services. */
const startInner = async (program: 'caddy' | 'nginx' | 'haproxy'): Promise<RunningProxy> => {
  const upstreams = { wallet: [wallet], vault: [wallet], api: [service], custody: [service] } as const
  return owned.use(await startShippedProxy(program, folder, { upstreams, trusted: proxy }))
}

test.each([
  ['caddy', 'haproxy'],
  ['nginx', 'caddy'],
  ['haproxy', 'nginx'],
  ['caddy', 'nginx'],
] as const)('our file for %s tells visitors apart, also behind %s', async (program, frontProgram) => {
  const inner = await startInner(program)
  const front = owned.use(await startFront({ by: frontProgram }, folder, inner.port))
  for (const { port } of [inner, front])
    for (const path of ['/account/v1/keys', '/custody/v1/keys'])
      expect([await addressOf(port, visitor, path), await addressOf(port, otherVisitor, path)]).toEqual([
        visitor,
        otherVisitor,
      ])
})

test.each(['caddy', 'nginx', 'haproxy'] as const)(
  'our file for %s gives each request an id that the service takes, and passes no visitor’s own on',
  async (program) => {
    const { port } = await startInner(program)
    const ids: string[] = []
    for (const path of ['/account/v1/keys', '/account/v1/keys', '/custody/v1/keys']) {
      const { id, given } = JSON.parse((await ask(port, path, visitor)).body)
      expect(id).toBe(given)
      ids.push(id)
    }
    expect(new Set([...ids, claimedId]).size).toBe(4)
  },
)

test.each<Front['by']>(['send-proxy', 'send-proxy-v2'])('services tell visitors apart behind %s', async (by) => {
  const api = await startService(trust(true))
  const front = owned.use(await startFront({ by } as Front, folder, api))
  // What the visitor's own header says does not count: the proxy in front adds none.
  expect(await addressOf(front.port, visitor)).toBe(visitor)
  expect(await addressOf(front.port, otherVisitor)).toBe(otherVisitor)
})

test('the frame server serves documents behind the PROXY protocol', async () => {
  const frame = await startFrame(service, { TRUSTED_PROXIES: proxy, PROXY_PROTOCOL: 'true' })
  const front = owned.use(await startFront({ by: 'send-proxy-v2' }, folder, frame))
  expect((await ask(front.port, '/sdk?projectId=demo', visitor)).status).toBe(200)
})

const documents = [
  '/sdk?projectId=demo',
  '/approve?projectId=demo',
  '/',
  '/social',
  '/device-link',
  '/undo-email-change',
]

test.each(documents)('%s: the headers leave room for names twice as long in 4 KB', async (path) => {
  expect((await ask(wallet, path, visitor)).head).toBeLessThan(3_600)
})

test.each(['caddy', 'nginx', 'haproxy'] as const)(
  'behind %s with its default buffers every document of a project with three origins is served',
  async (program) => {
    const inner = await startInner(program)
    for (const path of documents) expect([path, (await ask(inner.port, path, visitor)).status]).toEqual([path, 200])
  },
)
