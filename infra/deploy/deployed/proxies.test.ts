import { mkdtempSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ipAddress, type Proxies, readProxies } from '@latchkey/service-kit/http/ipAddress'
import { listenOn } from '@latchkey/service-kit/http/listen'
import { idOf } from '@latchkey/service-kit/requestId'
import { freePort } from '@latchkey/service-kit/test/freePort'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { house } from '../src/readCompose.ts'
import { startPlain } from './startPlain.ts'
import { type Front, hosts, type RunningProxy, startFront, startShippedProxy } from './startProxy.ts'

/** Clients have other addresses of this machine than proxies, which all connect from the first one. */
const [visitor, otherVisitor, proxy] = ['127.0.1.1', '127.0.1.2', '127.0.0.1']
/** Three sites with long names. */
const origins = ['shop', 'checkout', 'preview'].map((name) => `https://${name}.a-long-name-of-a-company.example`)

const owned = new AsyncDisposableStack()
const folder = mkdtempSync(join(tmpdir(), 'latchkey-proxies-'))
owned.defer(async () => rmSync(folder, { recursive: true, force: true }))
afterAll(() => owned.disposeAsync())

/** An id that a client claims for a request. */
const claimedId = '0f8fad5b-d9cb-469f-a165-70867728950e'

/** A service that returns the client's address as it sees it, the request's id and cookies, and a list of one project. */
const startService = async (proxies: Proxies): Promise<number> => {
  const port = await freePort()
  const answer = async (request: Request, { remoteAddress }: { remoteAddress: string }): Promise<Response> =>
    Response.json({
      address: ipAddress(request, remoteAddress, proxies),
      id: idOf(request.headers.get('x-request-id') ?? undefined, remoteAddress, proxies),
      given: request.headers.get('x-request-id'),
      cookie: request.headers.get('cookie'),
      projects: [{ id: 'demo', origins }],
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
      API_URL: 'https://api.a-long-name-of-a-company.example',
      CUSTODY_URL: 'https://custody.a-long-name-of-a-company.example',
      API_INTERNAL_URL: `http://127.0.0.1:${api}`,
      CUSTODY_INTERNAL_URL: `http://127.0.0.1:${api}`,
      PROJECT_LIST_URL: `http://127.0.0.1:${api}`,
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

type Answer = { status: number; headers: IncomingMessage['headers']; head: number; body: string }

/** Sends a client's request, which also claims another address. */
const ask = (port: number, path: string, from: string, host = hosts.wallet, cookie = 'a=b'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const options = {
      port,
      path,
      host: '127.0.0.1',
      localAddress: from,
      agent: false,
      headers: { Host: `${host}:${port}`, 'X-Forwarded-For': '203.0.113.9', 'X-Request-Id': claimedId, Cookie: cookie },
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
      resolve({ status: response.statusCode ?? 0, headers: response.headers, head, body })
    }).on('error', reject)
  })
const authorities = [hosts.api, hosts.custody]
const addressOf = async (port: number, from: string, host = hosts.api): Promise<string> =>
  JSON.parse((await ask(port, '/', from, host)).body).address
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
] as const)('our file for %s passes each visitor’s address on, also behind %s', async (program, frontProgram) => {
  const inner = await startInner(program)
  const front = owned.use(await startFront({ by: frontProgram }, folder, inner.port))
  for (const { port } of [inner, front])
    for (const host of authorities)
      expect([await addressOf(port, visitor, host), await addressOf(port, otherVisitor, host)]).toEqual([
        visitor,
        otherVisitor,
      ])
})

test.each(['caddy', 'nginx', 'haproxy'] as const)(
  'our file for %s gives each request an id that the service takes, and passes no visitor’s own on',
  async (program) => {
    const { port } = await startInner(program)
    const ids: string[] = []
    for (const host of [hosts.api, ...authorities]) {
      const { id, given } = JSON.parse((await ask(port, '/', visitor, host)).body)
      expect(id).toBe(given)
      ids.push(id)
    }
    expect(new Set([...ids, claimedId]).size).toBe(4)
  },
)

test.each<Front['by']>(['send-proxy', 'send-proxy-v2'])('services count visitors separately behind %s', async (by) => {
  const api = await startService(trust(true))
  const front = owned.use(await startFront({ by } as Front, folder, api))
  // The client's own header does not count: the proxy in front adds none.
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
  '/authorize',
  '/device-link',
  '/join-account',
  '/undo-email-change',
]

test.each(documents)('%s: the headers leave room for names twice as long in 4 KB', async (path) => {
  expect((await ask(wallet, path, visitor)).head).toBeLessThan(3_600)
})

// HAProxy checks with HTTP/1.0, and removes a process that responds with anything else.
test('a process says that it serves to a proxy that names no host', async () => {
  const socket = connect(wallet, proxy)
  socket.end('GET /serving HTTP/1.0\r\n\r\n')
  let answer = ''
  for await (const part of socket) answer += part
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
})

test.each(['caddy', 'nginx', 'haproxy'] as const)(
  'behind %s with its default buffers every document of a project with three origins is served',
  async (program) => {
    const inner = await startInner(program)
    for (const path of documents) expect([path, (await ask(inner.port, path, visitor)).status]).toEqual([path, 200])
  },
)

/** Headers that an authority never needs, and that a compromised one may send. */
const dropped = {
  'Service-Worker-Allowed': '/',
  'Clear-Site-Data': '"*"',
  Refresh: '0; url=https://elsewhere.example',
  'Set-Cookie': 'a=b; Domain=localhost',
  'Cross-Origin-Opener-Policy': 'same-origin',
}
const hostile = {
  ...dropped,
  'Content-Type': 'text/html',
  'Content-Security-Policy': "script-src 'unsafe-inline'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': 'https://dapp.example',
}

const closed = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
const docs = `${hostile['Content-Security-Policy']}, frame-ancestors 'none'; sandbox allow-scripts`

test.each(['caddy', 'nginx', 'haproxy'] as const)(
  'behind our file for %s no answer of api or custody is a page that runs script with an origin, or says anything for the origin',
  async (program) => {
    const port = await freePort()
    const answer = async (request: Request): Promise<Response> => {
      const { pathname } = new URL(request.url)
      if (pathname === '/serving') return new Response()
      if (pathname === '/moved') return new Response(null, { status: 303, headers: { ...hostile, Location: '/docs' } })
      return new Response('<script>top.ran = true</script>', {
        status: pathname === '/missing' ? 404 : 200,
        headers: hostile,
      })
    }
    owned.adopt(await listenOn({ fetch: answer } as never, port, { hosts: ['127.0.0.1'] }), (open) => open.close())
    const upstreams = { wallet: [wallet], vault: [wallet], api: [port], custody: [port] } as const
    const proxied = owned.use(await startShippedProxy(program, folder, { upstreams, trusted: proxy }))
    const rows = [
      ['/account/v1/keys', closed, 'same-origin', 'same-origin'],
      ['/missing', closed, 'same-origin', 'same-origin'],
      ['/moved', closed, 'same-origin', 'same-origin'],
      ['/getWalletImage/x', closed, 'cross-origin', 'same-origin'],
      ['/docs', docs, 'same-origin', 'same-origin'],
    ] as const
    for (const [path, policy, ofApi, ofCustody] of rows)
      for (const [host, readers] of [
        [hosts.api, ofApi],
        [hosts.custody, ofCustody],
      ] as const) {
        const { headers } = await ask(proxied.port, path, visitor, host)
        expect([path, host, headers]).toMatchObject([
          path,
          host,
          {
            'content-security-policy': host === hosts.custody ? closed : policy,
            'x-content-type-options': 'nosniff',
            'strict-transport-security': 'max-age=63072000',
            'cross-origin-resource-policy': readers,
            // The service itself sets what pages may read.
            'access-control-allow-origin': 'https://dapp.example',
          },
        ])
        for (const name of Object.keys(dropped))
          expect([path, host, name, headers[name.toLowerCase()]]).toEqual([path, host, name, undefined])
      }
    // The documents keep the frame server's headers.
    const document = await ask(proxied.port, '/', visitor, hosts.wallet)
    expect(document.headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
    expect(document.headers['cross-origin-opener-policy']).toBe('same-origin')
  },
)

const uid = 'A'.repeat(43)
const until = 'expires=Tue, 24 Nov 2026 13:59:00 GMT'
const ownCookie = `__Secure-latchkey-sign-in=${uid}; path=/oidc/auth/${uid}; ${until}; samesite=lax; secure; httponly`

test.each(['caddy', 'nginx', 'haproxy'] as const)(
  'behind our file for %s the cookie of a sign-in passes, at its address alone, and nothing else does',
  async (program) => {
    const port = await freePort()
    const answer = async (request: Request): Promise<Response> => {
      const cookie = new URL(request.url).searchParams.get('cookie') ?? ''
      return new Response(null, { status: 303, headers: { 'Set-Cookie': cookie, Location: '/' } })
    }
    owned.adopt(await listenOn({ fetch: answer } as never, port, { hosts: ['127.0.0.1'] }), (open) => open.close())
    const upstreams = { wallet: [wallet], vault: [wallet], api: [port], custody: [port] } as const
    const proxied = owned.use(await startShippedProxy(program, folder, { upstreams, trusted: proxy }))
    const cookiesOf = async (path: string, cookie: string, host = hosts.api) => {
      const { headers } = await ask(proxied.port, `${path}?cookie=${encodeURIComponent(cookie)}`, visitor, host)
      return (headers['set-cookie'] ?? []).filter((text) => text !== '')
    }
    const cleared = ownCookie.replace(`in=${uid}`, 'in=').replace('__Secure-', '').replace(' secure;', '')
    for (const path of ['/oidc/auth', `/oidc/auth/${uid}`])
      for (const cookie of [ownCookie, cleared]) expect(await cookiesOf(path, cookie)).toEqual([cookie])
    for (const cookie of [
      'a=b; Domain=localhost',
      `${ownCookie}; domain=example.com`,
      ownCookie.replace('/oidc/auth/', '/'),
      ownCookie.replace('; httponly', ''),
      `a=b; ${ownCookie}`,
    ])
      expect([cookie, await cookiesOf('/oidc/auth', cookie)]).toEqual([cookie, []])
    for (const path of ['/', '/oidc/token', '/oidc/authority', `/account/v1/oidc/auth/${uid}`])
      expect([path, await cookiesOf(path, ownCookie)]).toEqual([path, []])
    expect(await cookiesOf('/oidc/auth', ownCookie, hosts.custody)).toEqual([])
  },
)

test.each(['caddy', 'nginx', 'haproxy'] as const)('our file for %s passes cookies to the api only', async (program) => {
  const upstreams = { wallet: [service], vault: [service], api: [service], custody: [service] } as const
  const { port } = owned.use(await startShippedProxy(program, folder, { upstreams, trusted: proxy }))
  const cookieAt = async (host: string) => JSON.parse((await ask(port, '/', visitor, host)).body).cookie
  expect(await cookieAt(hosts.api)).toBe('a=b')
  for (const host of [hosts.wallet, hosts.vault, hosts.custody])
    expect([host, await cookieAt(host)]).toEqual([host, null])
})

/** Starts a server that accepts each tunnel, and switches to another protocol for each other request but /serving. */
const startSwitching = async (): Promise<number> => {
  const port = await freePort()
  const cookie = 'Set-Cookie: all=x; Domain=localhost\r\n'
  const answerTo = (request: string): string => {
    if (request.includes('/serving')) return 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
    if (request.startsWith('CONNECT')) return `HTTP/1.1 200 OK\r\n${cookie}\r\n`
    return `HTTP/1.1 101 Switching Protocols\r\n${cookie}\r\n`
  }
  const server = createServer((socket) =>
    socket.on('error', () => socket.destroy()).once('data', (request) => socket.end(answerTo(String(request)))),
  )
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  owned.defer(async () => void server.close())
  return port
}

test.each(['caddy', 'nginx', 'haproxy'] as const)(
  'our file for %s lets neither api nor custody switch to another protocol, past its rules for headers',
  async (program) => {
    const switching = await startSwitching()
    const upstreams = { wallet: [wallet], vault: [wallet], api: [switching], custody: [switching] } as const
    const { port } = owned.use(await startShippedProxy(program, folder, { upstreams, trusted: proxy }))
    const answerTo = async (...lines: string[]): Promise<string> => {
      const socket = connect(port, '127.0.0.1')
      socket.write([...lines.filter(Boolean), '', ''].join('\r\n'))
      let answer = ''
      for await (const part of socket) {
        answer += part
        if (answer.includes('\r\n\r\n')) break
      }
      return answer
    }
    for (const name of authorities) {
      const host = `${name}:${port}`
      const refused = [
        ...['websocket', 'h2c', '0'].map((protocol) => [
          'GET / HTTP/1.1',
          `Connection: Upgrade\r\nUpgrade: ${protocol}`,
        ]),
        [`CONNECT ${host} HTTP/1.1`, ''],
      ]
      for (const [first = '', rest = ''] of refused)
        expect([first, rest, await answerTo(first, `Host: ${host}`, rest)]).toEqual([
          first,
          rest,
          expect.stringMatching(/^HTTP\/1\.1 40\d /),
        ])
      const unasked = await answerTo('GET / HTTP/1.1', `Host: ${host}`)
      expect(unasked).toMatch(/^HTTP\/1\.1 \d/)
      expect(unasked).not.toMatch(/set-cookie/i)
    }
  },
)

test.each(['caddy', 'nginx', 'haproxy'] as const)(
  'behind our file for %s nothing of api or custody is answered at the host names of the documents',
  async (program) => {
    const { port } = await startInner(program)
    for (const host of [hosts.wallet, hosts.vault])
      for (const path of [
        '/account/v1/keys',
        '/custody/v1/keys',
        '/docs',
        '/v1/openapi.json',
        '/public/x',
        '/custody/x',
      ])
        expect([host, path, (await ask(port, path, visitor, host)).status]).toEqual([host, path, 404])
  },
)
