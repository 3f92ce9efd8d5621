import type { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { createVaultApp } from './createVaultApp.ts'
import { createWalletApp } from './createWalletApp.ts'
import type { ProjectOrigins } from './FrameAddresses.ts'
import { integrityOf, type ServedFile } from './readFiles.ts'

const script = (text: string): ServedFile => {
  const bytes = new Uint8Array(Buffer.from(text))
  return { contentType: 'text/javascript; charset=utf-8', bodies: { identity: bytes, gzip: bytes, br: bytes } }
}
const entry = '/assets/wallet-1.js'
const chunk = '/assets/screen-2.js'
const [entryHash, chunkHash] = [integrityOf('entry'), integrityOf('chunk')]
const importMap = { integrity: { [entry]: entryHash, [chunk]: chunkHash } }
const [vaultHash, screensHash] = [integrityOf('vault'), integrityOf('screens')]

const projects: Record<string, readonly string[]> = {
  demo: ['https://dapp.example', 'https://*.preview.example'],
  closed: [],
  wallet: ['https://wallet.example'],
}
const projectOrigins: ProjectOrigins = async (projectId) => {
  if (projectId === 'unlucky') throw new Error('the api is down')
  return projects[projectId] ?? null
}

const apps = (
  scheme: 'http' | 'https',
  walletOrigin = `${scheme}://wallet.example`,
): Record<'wallet' | 'vault', Hono> => {
  const addresses = {
    walletOrigin,
    vaultOrigin: `${scheme}://vault.example`,
    apiUrl: `${scheme}://wallet.example/api`,
    custodyUrl: `${scheme}://custody.example`,
  }
  return {
    wallet: createWalletApp({
      addresses,
      manifest: {
        entry,
        imports: [chunk],
        styles: ['/assets/style-3.css'],
        files: {
          [entry]: entryHash,
          [chunk]: chunkHash,
          '/assets/style-3.css': integrityOf('style'),
        },
        importMap,
      },
      files: new Map([
        [entry, script('entry')],
        [chunk, script('chunk')],
      ]),
      projectOrigins,
    }),
    vault: createVaultApp({
      addresses,
      manifest: {
        document: { file: 'vault-1.js', sha256: vaultHash },
        worker: { file: 'vault-worker-2.js', sha256: integrityOf('worker') },
        screens: { file: 'vault-screens-3.js', sha256: screensHash },
        kdf: { file: 'vault-kdf-4.js', sha256: integrityOf('kdf') },
      },
      files: new Map([
        ['/vault-1.js', script('vault')],
        ['/vault-worker-2.js', script('worker')],
        ['/vault-screens-3.js', script('screens')],
        ['/vault-kdf-4.js', script('kdf')],
      ]),
      projectOrigins,
      sealingKeys: async () => ({ apiHpkePublicKey: 'QQ', custodyHpkePublicKey: 'Qg' }),
    }),
  }
}

const closed = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const scripts = `script-src '${integrityOf(JSON.stringify(importMap))}' '${entryHash}' '${chunkHash}'`
const windowPolicy =
  `default-src 'none'; ${scripts}; style-src 'self'; img-src 'self' data:; connect-src 'none'; worker-src 'none'; ` +
  "frame-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'"
const both = 'https://wallet.example/api/ https://custody.example/'
const linkPolicy = (services: string) => windowPolicy.replace("connect-src 'none'", `connect-src ${services}`)
const walletPolicy = (ancestors: string) =>
  `default-src 'none'; ${scripts}; ` +
  `style-src 'self'; img-src 'self' data:; connect-src ${both}; ` +
  `worker-src 'none'; frame-src https://vault.example; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}; ` +
  "require-trusted-types-for 'script'; trusted-types 'none'"
const vaultPolicy = (ancestors: string) =>
  `default-src 'none'; script-src '${vaultHash}' '${screensHash}'; worker-src 'self'; base-uri 'none'; form-action 'none'; ` +
  `frame-ancestors ${ancestors}; require-trusted-types-for 'script'; trusted-types latchkey-vault`
const listed = 'https://dapp.example https://*.preview.example'
const immutable = 'public, max-age=31536000, immutable'

/** What each response is; the headers that all share are checked for all. */
const table: readonly {
  app: 'wallet' | 'vault'
  path: string
  method?: string
  status: number
  policy: string
  resource: string
  cache: string
  opener?: string
}[] = [
  {
    app: 'wallet',
    path: '/sdk?projectId=demo',
    status: 200,
    policy: walletPolicy(listed),
    resource: 'cross-origin',
    cache: 'no-store',
  },
  {
    app: 'wallet',
    path: '/sdk?projectId=closed',
    status: 200,
    policy: walletPolicy("'none'"),
    resource: 'cross-origin',
    cache: 'no-store',
  },
  {
    app: 'wallet',
    path: '/sdk?projectId=nobody',
    status: 403,
    policy: closed,
    resource: 'same-origin',
    cache: 'no-store',
  },
  { app: 'wallet', path: '/sdk', status: 403, policy: closed, resource: 'same-origin', cache: 'no-store' },
  {
    app: 'wallet',
    path: '/sdk?projectId=unlucky',
    status: 503,
    policy: closed,
    resource: 'same-origin',
    cache: 'no-store',
  },
  {
    app: 'wallet',
    path: '/approve?projectId=demo',
    status: 200,
    policy: windowPolicy,
    resource: 'same-origin',
    cache: 'no-store',
  },
  {
    app: 'wallet',
    path: '/approve?projectId=nobody',
    status: 403,
    policy: closed,
    resource: 'same-origin',
    cache: 'no-store',
  },
  { app: 'wallet', path: '/approve', status: 403, policy: closed, resource: 'same-origin', cache: 'no-store' },
  {
    app: 'wallet',
    path: '/approve?projectId=unlucky',
    status: 503,
    policy: closed,
    resource: 'same-origin',
    cache: 'no-store',
  },
  {
    app: 'vault',
    path: '/approve?projectId=demo',
    status: 404,
    policy: closed,
    resource: 'same-origin',
    cache: 'no-store',
  },
  { app: 'wallet', path: '/health', status: 200, policy: closed, resource: 'same-origin', cache: 'no-store' },
  { app: 'wallet', path: entry, status: 200, policy: closed, resource: 'same-origin', cache: immutable },
  {
    app: 'wallet',
    path: chunk,
    method: 'HEAD',
    status: 200,
    policy: closed,
    resource: 'same-origin',
    cache: immutable,
  },
  {
    app: 'wallet',
    path: '/assets/nothing.js',
    status: 404,
    policy: closed,
    resource: 'same-origin',
    cache: 'no-store',
  },
  {
    app: 'wallet',
    path: '/assets/..%2f..%2fpackage.json',
    status: 404,
    policy: closed,
    resource: 'same-origin',
    cache: 'no-store',
  },
  {
    app: 'wallet',
    path: '/',
    status: 200,
    policy: walletPolicy("'none'"),
    resource: 'same-origin',
    cache: 'no-store',
    opener: 'same-origin',
  },
  {
    app: 'wallet',
    path: '/loading',
    status: 200,
    policy: windowPolicy,
    resource: 'same-origin',
    cache: 'no-store',
  },
  {
    app: 'wallet',
    path: '/social',
    status: 200,
    policy: linkPolicy('https://wallet.example/api/'),
    resource: 'same-origin',
    cache: 'no-store',
  },
  {
    app: 'wallet',
    path: '/device-link',
    status: 200,
    policy: linkPolicy('https://wallet.example/api/'),
    resource: 'same-origin',
    cache: 'no-store',
    opener: 'same-origin',
  },
  {
    app: 'wallet',
    path: '/undo-email-change',
    status: 200,
    policy: linkPolicy(both),
    resource: 'same-origin',
    cache: 'no-store',
    opener: 'same-origin',
  },
  { app: 'wallet', path: '/sdk/', status: 404, policy: closed, resource: 'same-origin', cache: 'no-store' },
  { app: 'wallet', path: '/vault', status: 404, policy: closed, resource: 'same-origin', cache: 'no-store' },
  {
    app: 'wallet',
    path: '/sdk?projectId=demo',
    method: 'POST',
    status: 404,
    policy: closed,
    resource: 'same-origin',
    cache: 'no-store',
  },
  {
    app: 'vault',
    path: '/vault?projectId=demo',
    status: 200,
    policy: vaultPolicy(`https://wallet.example ${listed}`),
    resource: 'cross-origin',
    cache: 'no-store',
  },
  {
    app: 'vault',
    path: '/vault?projectId=closed',
    status: 200,
    policy: vaultPolicy("'none'"),
    resource: 'cross-origin',
    cache: 'no-store',
  },
  {
    app: 'vault',
    path: '/vault?projectId=wallet',
    status: 200,
    policy: vaultPolicy('https://wallet.example'),
    resource: 'cross-origin',
    cache: 'no-store',
  },
  { app: 'vault', path: '/vault', status: 403, policy: closed, resource: 'same-origin', cache: 'no-store' },
  {
    app: 'vault',
    path: '/vault?projectId=unlucky',
    status: 503,
    policy: closed,
    resource: 'same-origin',
    cache: 'no-store',
  },
  { app: 'vault', path: '/vault-1.js', status: 200, policy: closed, resource: 'same-origin', cache: immutable },
  {
    app: 'vault',
    path: '/vault-worker-2.js',
    status: 200,
    policy: "default-src 'none'",
    resource: 'same-origin',
    cache: immutable,
  },
  { app: 'vault', path: '/vault-screens-3.js', status: 200, policy: closed, resource: 'same-origin', cache: immutable },
  {
    app: 'vault',
    path: '/vault-kdf-4.js',
    status: 200,
    policy: "default-src 'none'; script-src 'wasm-unsafe-eval'",
    resource: 'same-origin',
    cache: immutable,
  },
  { app: 'vault', path: '/health', status: 200, policy: closed, resource: 'same-origin', cache: 'no-store' },
  {
    app: 'vault',
    path: '/sdk?projectId=demo',
    status: 404,
    policy: closed,
    resource: 'same-origin',
    cache: 'no-store',
  },
]

describe('every response', () => {
  test.each(table)('$app $path: $status with its headers', async (row) => {
    const response = await apps('https')[row.app].request(row.path, { method: row.method ?? 'GET' })
    const header = (name: string) => response.headers.get(name)
    expect(response.status).toBe(row.status)
    expect(header('content-security-policy')).toBe(row.policy)
    expect(header('cross-origin-resource-policy')).toBe(row.resource)
    expect(header('cache-control')).toBe(row.cache)
    expect(header('cross-origin-embedder-policy')).toBe('require-corp')
    expect(header('origin-agent-cluster')).toBe('?1')
    expect(header('referrer-policy')).toBe('no-referrer')
    expect(header('x-content-type-options')).toBe('nosniff')
    expect(header('strict-transport-security')).toBe('max-age=63072000')
    expect(header('permissions-policy')).toMatch(/camera=\(\).*usb=\(\)/)
    expect(header('cross-origin-opener-policy')).toBe(row.opener ?? null)
    for (const absent of ['x-frame-options', 'set-cookie', 'server', 'x-powered-by', 'access-control-allow-origin']) {
      expect(header(absent)).toBeNull()
    }
  })

  test('promises HTTPS only where it is served over it', async () => {
    const response = await apps('http').wallet.request('/sdk?projectId=demo')
    expect(response.headers.get('strict-transport-security')).toBeNull()
  })

  test('lets passkeys and the clipboard go only where they are used', async () => {
    const { wallet, vault } = apps('https')
    const policyOf = async (app: Hono, path: string) => (await app.request(path)).headers.get('permissions-policy')
    const passkeys = (allowed: string) =>
      `publickey-credentials-get=(${allowed}), publickey-credentials-create=(${allowed})`
    const inWallet = await policyOf(wallet, '/sdk?projectId=demo')
    expect(inWallet).toContain(passkeys('self "https://vault.example"'))
    expect(inWallet).toContain('clipboard-write=(self)')
    expect(await policyOf(wallet, '/')).toBe(inWallet)
    expect(await policyOf(wallet, '/approve?projectId=demo')).toContain(passkeys(''))
    const inVault = await policyOf(vault, '/vault?projectId=demo')
    expect(inVault).toContain(passkeys('self'))
    expect(inVault).toContain('clipboard-write=()')
    expect(await policyOf(wallet, '/nothing')).toContain(passkeys(''))
  })

  test('no policy allows inline or evaluated script, or every host', async () => {
    const policies = await Promise.all(
      table.map(async ({ app, path }) =>
        (await apps('https')[app].request(path)).headers.get('content-security-policy'),
      ),
    )
    const forbidden = /unsafe|strict-dynamic|(?:^|[ /])\*(?:[ ;]|$)|http:/
    const bad = policies.filter((policy) => forbidden.test(policy ?? ''))
    // The worker that computes Argon2id compiles WebAssembly, and has nothing but its own script.
    expect(bad).toEqual(["default-src 'none'; script-src 'wasm-unsafe-eval'"])
  })
})

describe('documents', () => {
  test('the wallet document names its addresses and nothing inline but the import map', async () => {
    const html = await (await apps('https').wallet.request('/sdk?projectId=demo')).text()
    expect(html).toContain('&#34;vaultOrigin&#34;:&#34;https://vault.example&#34;')
    expect(html).toContain(`<script type="importmap">${JSON.stringify(importMap)}</script>`)
    expect(html).toContain(`src="${entry}" integrity="${entryHash}" crossorigin="anonymous"`)
    expect(html).toContain(`rel="modulepreload" href="${chunk}" integrity="${chunkHash}" crossorigin="anonymous"`)
    expect(html.match(/<script/g)).toHaveLength(2)
    expect(html).not.toContain('<style')
  })

  test('the window’s document runs the same script and knows no address', async () => {
    const html = await (await apps('https').wallet.request('/approve?projectId=demo')).text()
    expect(html).toContain(`src="${entry}" integrity="${entryHash}" crossorigin="anonymous"`)
    expect(html).toContain(`<script type="importmap">${JSON.stringify(importMap)}</script>`)
    expect(html.match(/<script/g)).toHaveLength(2)
    expect(html).not.toMatch(/vault\.example|custody\.example/)
  })

  test('the vault document carries the keys that its worker seals to', async () => {
    const html = await (await apps('https').vault.request('/vault?projectId=demo')).text()
    expect(html).toContain('&#34;custodyHpkePublicKey&#34;:&#34;Qg&#34;')
    expect(html).toContain(`<script defer src="/vault-1.js" integrity="${vaultHash}" crossorigin="anonymous"></script>`)
  })

  test('a service that is down is said in words, with a time to come back', async () => {
    const response = await apps('https').wallet.request('/sdk?projectId=unlucky')
    expect(await response.text()).toContain('The wallet is not available right now')
    expect(response.headers.get('retry-after')).toBe('5')
  })

  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['', null],
  ])('a file for a browser that accepts %j comes as %s', async (accepted, encoding) => {
    const headers = { 'accept-encoding': accepted }
    const response = await apps('https').wallet.request(entry, { headers })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toBe('accept-encoding')
  })
})

describe('this machine under another name', () => {
  const ask = (walletOrigin: string, host: string, path = '/sdk?projectId=demo') =>
    apps('http', walletOrigin).wallet.request(path, { headers: { host } })

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
