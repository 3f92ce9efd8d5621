import { integrityOf, type ProjectOrigins, type ServedFile } from '@latchkey/document-server'
import { expectSharedHeaders } from '@latchkey/document-server/test'
import type { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { createFrameMetrics } from './createFrameMetrics.ts'
import { createWalletApp } from './createWalletApp.ts'

const script = (text: string): ServedFile => {
  const bytes = new Uint8Array(Buffer.from(text))
  return { contentType: 'text/javascript; charset=utf-8', bodies: { identity: bytes, gzip: bytes, br: bytes } }
}
const entry = '/assets/wallet-1.js'
const chunk = '/assets/screen-2.js'
const worker = '/assets/challenges-4.js'
const [entryHash, chunkHash] = [integrityOf('entry'), integrityOf('chunk')]
const importMap = { integrity: { [entry]: entryHash, [chunk]: chunkHash } }

const projects: Record<string, readonly string[]> = {
  demo: ['https://dapp.example', 'https://*.preview.example'],
  closed: [],
  wallet: ['https://wallet.example'],
}
const projectOrigins: ProjectOrigins = async (projectId) => {
  if (projectId === 'unlucky') throw new Error('the api is down')
  return projects[projectId] ?? null
}

const lines: string[] = []
const metrics = createFrameMetrics()
const reports = {
  log: (level: string, event: string, facts = {}) => lines.push(`${level} ${event} ${JSON.stringify(facts)}`),
  metrics,
}
const status = { status: 'away', parts: { frame: 'ok', api: 'away' } } as const
const openApp = (scheme: 'http' | 'https', walletOrigin = `${scheme}://wallet.example`): Hono =>
  createWalletApp({
    addresses: {
      walletOrigin,
      vaultOrigin: `${scheme}://vault.example`,
      apiUrl: `${scheme}://wallet.example/api`,
      custodyUrl: `${scheme}://custody.example`,
    },
    manifest: {
      entry,
      imports: [chunk],
      styles: ['/assets/style-3.css'],
      files: {
        [entry]: entryHash,
        [chunk]: chunkHash,
        '/assets/style-3.css': integrityOf('style'),
        [worker]: integrityOf('worker'),
      },
      worker,
      importMap,
    },
    files: new Map([
      [entry, script('entry')],
      [chunk, script('chunk')],
      [worker, script('worker')],
    ]),
    kept: { find: async (path) => (path === '/assets/before-9.js' ? script('of the build before') : undefined) },
    projectOrigins,
    limits: { take: (_, address) => (address === 'hasty' ? 1_500 : 0) },
    reports,
    status: async () => status,
  })

const closed = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const scripts = `script-src '${integrityOf(JSON.stringify(importMap))}' '${entryHash}' '${chunkHash}'`
const windowPolicy =
  `default-src 'none'; ${scripts}; style-src 'self'; img-src 'self' data:; connect-src 'none'; worker-src 'none'; ` +
  "frame-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'; report-uri /policy-reports"
const both = 'https://wallet.example/api/ https://custody.example/'
const linkPolicy = (services: string) => windowPolicy.replace("connect-src 'none'", `connect-src ${services}`)
const walletPolicy = (ancestors: string) =>
  `default-src 'none'; ${scripts}; ` +
  `style-src 'self'; img-src 'self' data:; connect-src ${both}; ` +
  `worker-src 'self'; frame-src https://vault.example; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}; ` +
  "require-trusted-types-for 'script'; trusted-types latchkey-wallet; report-uri /policy-reports"
const listed = 'https://dapp.example https://*.preview.example'
const immutable = 'public, max-age=31536000, immutable'

/** The headers of each response; shared ones are checked for all. */
const table: readonly {
  path: string
  method?: string
  status: number
  policy: string
  resource: string
  cache: string
  opener?: string
}[] = [
  {
    path: '/sdk?projectId=demo',
    status: 200,
    policy: walletPolicy(listed),
    resource: 'cross-origin',
    cache: 'no-store',
  },
  {
    path: '/sdk?projectId=closed',
    status: 200,
    policy: walletPolicy("'none'"),
    resource: 'cross-origin',
    cache: 'no-store',
  },
  {
    path: '/sdk?projectId=unknown',
    status: 403,
    policy: closed,
    resource: 'same-origin',
    cache: 'no-store',
  },
  { path: '/sdk', status: 403, policy: closed, resource: 'same-origin', cache: 'no-store' },
  {
    path: '/sdk?projectId=unlucky',
    status: 503,
    policy: closed,
    resource: 'same-origin',
    cache: 'no-store',
  },
  {
    path: '/approve?projectId=demo',
    status: 200,
    policy: windowPolicy,
    resource: 'same-origin',
    cache: 'no-store',
  },
  {
    path: '/approve?projectId=unknown',
    status: 403,
    policy: closed,
    resource: 'same-origin',
    cache: 'no-store',
  },
  { path: '/approve', status: 403, policy: closed, resource: 'same-origin', cache: 'no-store' },
  {
    path: '/approve?projectId=unlucky',
    status: 503,
    policy: closed,
    resource: 'same-origin',
    cache: 'no-store',
  },
  { path: '/health', status: 200, policy: closed, resource: 'same-origin', cache: 'no-store' },
  { path: '/status', status: 503, policy: closed, resource: 'same-origin', cache: 'no-store' },
  { path: entry, status: 200, policy: closed, resource: 'same-origin', cache: immutable },
  {
    path: chunk,
    method: 'HEAD',
    status: 200,
    policy: closed,
    resource: 'same-origin',
    cache: immutable,
  },
  {
    path: worker,
    status: 200,
    policy: "default-src 'none'",
    resource: 'same-origin',
    cache: immutable,
  },
  { path: '/assets/before-9.js', status: 200, policy: closed, resource: 'same-origin', cache: immutable },
  {
    path: '/assets/nothing.js',
    status: 404,
    policy: closed,
    resource: 'same-origin',
    cache: 'no-store',
  },
  {
    path: '/assets/..%2f..%2fpackage.json',
    status: 404,
    policy: closed,
    resource: 'same-origin',
    cache: 'no-store',
  },
  {
    path: '/',
    status: 200,
    policy: walletPolicy("'none'"),
    resource: 'same-origin',
    cache: 'no-store',
    opener: 'same-origin',
  },
  {
    path: '/loading',
    status: 200,
    policy: windowPolicy,
    resource: 'same-origin',
    cache: 'no-store',
  },
  {
    path: '/social',
    status: 200,
    policy: linkPolicy('https://wallet.example/api/'),
    resource: 'same-origin',
    cache: 'no-store',
  },
  {
    path: '/authorize',
    status: 200,
    policy: walletPolicy("'none'"),
    resource: 'same-origin',
    cache: 'no-store',
    opener: 'same-origin',
  },
  {
    path: '/device-link',
    status: 200,
    policy: linkPolicy('https://wallet.example/api/'),
    resource: 'same-origin',
    cache: 'no-store',
    opener: 'same-origin',
  },
  {
    path: '/join-account',
    status: 200,
    policy: linkPolicy('https://wallet.example/api/'),
    resource: 'same-origin',
    cache: 'no-store',
    opener: 'same-origin',
  },
  {
    path: '/undo-email-change',
    status: 200,
    policy: linkPolicy(both),
    resource: 'same-origin',
    cache: 'no-store',
    opener: 'same-origin',
  },
  { path: '/sdk/', status: 404, policy: closed, resource: 'same-origin', cache: 'no-store' },
  { path: '/vault', status: 404, policy: closed, resource: 'same-origin', cache: 'no-store' },
  {
    path: '/sdk?projectId=demo',
    method: 'POST',
    status: 404,
    policy: closed,
    resource: 'same-origin',
    cache: 'no-store',
  },
]

describe('every response', () => {
  test.each(table)('$path: $status with its headers', async (row) => {
    const response = await openApp('https').request(row.path, { method: row.method ?? 'GET' })
    const header = (name: string) => response.headers.get(name)
    expect(response.status).toBe(row.status)
    expect(header('content-security-policy')).toBe(row.policy)
    expect(header('cross-origin-resource-policy')).toBe(row.resource)
    expect(header('cache-control')).toBe(row.cache)
    expect(header('cross-origin-opener-policy')).toBe(row.opener ?? null)
    expectSharedHeaders(response)
  })

  test('promises HTTPS only where it is served over it', async () => {
    const response = await openApp('http').request('/sdk?projectId=demo')
    expect(response.headers.get('strict-transport-security')).toBeNull()
  })

  test('lets passkeys and the clipboard go only where they are used', async () => {
    const wallet = openApp('https')
    const policyOf = async (path: string) => (await wallet.request(path)).headers.get('permissions-policy')
    const passkeys = (allowed: string) =>
      `publickey-credentials-get=(${allowed}), publickey-credentials-create=(${allowed})`
    const inWallet = await policyOf('/sdk?projectId=demo')
    expect(inWallet).toContain(passkeys('self "https://vault.example"'))
    expect(inWallet).toContain('clipboard-write=(self)')
    expect(await policyOf('/')).toBe(inWallet)
    expect(await policyOf('/approve?projectId=demo')).toContain(passkeys(''))
    expect(await policyOf('/nothing')).toContain(passkeys(''))
  })

  test('no policy allows inline or evaluated script, or every host', async () => {
    const policies = await Promise.all(
      table.map(async ({ path }) => (await openApp('https').request(path)).headers.get('content-security-policy')),
    )
    const forbidden = /unsafe|strict-dynamic|(?:^|[ /])\*(?:[ ;]|$)|http:/
    expect(policies.filter((policy) => forbidden.test(policy ?? ''))).toEqual([])
  })
})

describe('documents', () => {
  test('the wallet document names its addresses and nothing inline but the import map', async () => {
    const html = await (await openApp('https').request('/sdk?projectId=demo')).text()
    expect(html).toContain('&#34;vaultOrigin&#34;:&#34;https://vault.example&#34;')
    expect(html).toContain(`<script type="importmap">${JSON.stringify(importMap)}</script>`)
    expect(html).toContain(`src="${entry}" integrity="${entryHash}" crossorigin="anonymous"`)
    expect(html).toContain(`rel="modulepreload" href="${chunk}" integrity="${chunkHash}" crossorigin="anonymous"`)
    expect(html.match(/<script/g)).toHaveLength(2)
    expect(html).not.toContain('<style')
  })

  test('the window’s document runs the same script and knows no address', async () => {
    const html = await (await openApp('https').request('/approve?projectId=demo')).text()
    expect(html).toContain(`src="${entry}" integrity="${entryHash}" crossorigin="anonymous"`)
    expect(html).toContain(`<script type="importmap">${JSON.stringify(importMap)}</script>`)
    expect(html.match(/<script/g)).toHaveLength(2)
    expect(html).not.toMatch(/vault\.example|custody\.example/)
  })

  test('a service that is down is said in words, with a time to come back', async () => {
    const response = await openApp('https').request('/sdk?projectId=unlucky')
    expect(await response.text()).toContain('The wallet is not available right now')
    expect(response.headers.get('retry-after')).toBe('5')
  })

  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['', null],
  ])('a file for a browser that accepts %j comes as %s', async (accepted, encoding) => {
    const headers = { 'accept-encoding': accepted }
    const response = await openApp('https').request(entry, { headers })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toBe('accept-encoding')
  })
})

describe('this machine under another name', () => {
  const ask = (walletOrigin: string, host: string, path = '/sdk?projectId=demo') =>
    openApp('http', walletOrigin).request(path, { headers: { host } })

  test.each([
    ['http://localhost:3001', '127.0.0.1:3001'],
    ['http://localhost:3001', '[::1]:3001'],
    ['http://127.0.0.1:3001', 'localhost:3001'],
  ])('the wallet of %s, asked for as %s, leads to its own origin', async (walletOrigin, host) => {
    const response = await ask(walletOrigin, host)
    expect(response.status).toBe(307)
    expect(response.headers.get('location')).toBe(`${walletOrigin}/sdk?projectId=demo`)
    expect(response.headers.get('content-security-policy')).toBe(closed)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['http://localhost:3001', 'localhost:3001'],
    ['http://localhost:3001', '127.0.0.1:8080'],
    ['http://localhost:3001', 'evil.example:3001'],
    ['http://localhost:3001', '::::'],
    ['http://wallet.example', '127.0.0.1'],
  ])('the wallet of %s, asked for as %s, is served', async (walletOrigin, host) => {
    expect((await ask(walletOrigin, host)).status).toBe(200)
  })

  test('a path that looks like another host leads nowhere', async () => {
    const response = await ask('http://localhost:3001', '127.0.0.1:3001', '//evil.example/sdk?projectId=demo')
    expect(response.status).toBe(404)
  })
})

test('a user who asks for too many projects that do not exist is told when to come back', async () => {
  const ask = (client: string) => openApp('https').request('/sdk?projectId=unknown', {}, { client })
  const refused = await ask('hasty')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
  expect(refused.headers.get('content-security-policy')).toBe(closed)
  expect((await ask('patient')).status).toBe(403)
})

test('no page can use up what its user’s network may load of the wallet, in frames that are refused or by ids', async () => {
  const app = openApp('https')
  for (const path of ['/sdk?projectId=demo', '/approve?projectId=demo', '/'])
    for (const dest of ['iframe', 'frame', 'document']) {
      const { status } = await app.request(path, { headers: { 'sec-fetch-dest': dest } }, { client: 'hasty' })
      expect([path, dest, status]).toEqual([path, dest, 200])
    }
})

test('pictures and scripts of a page are refused', async () => {
  const ask = (dest: string) =>
    openApp('https').request('/sdk?projectId=demo', { headers: { 'sec-fetch-dest': dest } }, { client: 'patient' })
  for (const dest of ['image', 'script', 'empty', 'object']) expect((await ask(dest)).status).toBe(403)
})

describe('reports of what a policy refused', () => {
  const report = (blocked: string) => ({
    'csp-report': {
      'document-uri': 'https://wallet.example/sdk?projectId=demo',
      'violated-directive': 'script-src-elem',
      'blocked-uri': blocked,
    },
  })
  const send = (body: string | null, client = 'patient') =>
    openApp('https').request('/policy-reports', { method: 'POST', body }, { client })

  test('are counted, and logged without an address', async () => {
    const app = openApp('https')
    for (let round = 0; round < 3; round++) {
      const body = JSON.stringify(report('https://ada.example/?email=ada@example.com'))
      expect((await app.request('/policy-reports', { method: 'POST', body }, { client: 'patient' })).status).toBe(204)
    }
    expect(lines).toEqual(['warn policy violation {"directive":"script-src-elem","blocked":"elsewhere","page":"/sdk"}'])
    expect(metrics.text()).toContain(
      'latchkey_policy_violations_total{directive="script-src-elem",blocked="elsewhere",page="/sdk"} 3\n',
    )
  })

  test.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['something else', '[1]'],
    ['too much', JSON.stringify(report('x'.repeat(70_000)))],
  ])('%s is answered like a report, and says nothing', async (_, body) => {
    const before = metrics.text()
    expect((await send(body)).status).toBe(204)
    expect(metrics.text()).toBe(before)
  })

  test('are taken from a user so often', async () => {
    expect((await send(JSON.stringify(report('inline')), 'hasty')).status).toBe(429)
  })
})
