import { integrityOf, type ProjectOrigins, type ServedFile } from '@latchkey/document-server'
import { expectSharedHeaders } from '@latchkey/document-server/test'
import { describe, expect, test } from 'vitest'
import { createVaultApp } from './createVaultApp.ts'

const script = (text: string): ServedFile => {
  const bytes = new Uint8Array(Buffer.from(text))
  return { contentType: 'text/javascript; charset=utf-8', bodies: { identity: bytes, gzip: bytes, br: bytes } }
}
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

const app = createVaultApp({
  addresses: {
    walletOrigin: 'https://wallet.example',
    vaultOrigin: 'https://vault.example',
    apiUrl: 'https://wallet.example/api',
    custodyUrl: 'https://custody.example',
  },
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
  kept: {
    find: async (path) =>
      /^\/vault-(?:screens|worker|kdf)-9\.js$/.test(path) ? script('of the build before') : undefined,
  },
  projectOrigins,
  sealingKeys: async () => ({ apiHpkePublicKey: 'QQ', custodyHpkePublicKey: 'Qg' }),
})

const closed = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const vaultPolicy = (ancestors: string) =>
  `default-src 'none'; script-src '${vaultHash}' '${screensHash}'; worker-src 'self'; base-uri 'none'; form-action 'none'; ` +
  `frame-ancestors ${ancestors}; require-trusted-types-for 'script'; trusted-types latchkey-vault`
const listed = 'https://dapp.example https://*.preview.example'
const immutable = 'public, max-age=31536000, immutable'

/** Each response; the shared headers are checked for all. */
const table: readonly { path: string; status: number; policy: string; resource: string; cache: string }[] = [
  {
    path: '/approve?projectId=demo',
    status: 404,
    policy: closed,
    resource: 'same-origin',
    cache: 'no-store',
  },
  {
    path: '/vault?projectId=demo',
    status: 200,
    policy: vaultPolicy(`https://wallet.example ${listed}`),
    resource: 'cross-origin',
    cache: 'no-store',
  },
  {
    path: '/vault?projectId=closed',
    status: 200,
    policy: vaultPolicy("'none'"),
    resource: 'cross-origin',
    cache: 'no-store',
  },
  {
    path: '/vault?projectId=wallet',
    status: 200,
    policy: vaultPolicy('https://wallet.example'),
    resource: 'cross-origin',
    cache: 'no-store',
  },
  { path: '/vault', status: 403, policy: closed, resource: 'same-origin', cache: 'no-store' },
  {
    path: '/vault?projectId=unlucky',
    status: 503,
    policy: closed,
    resource: 'same-origin',
    cache: 'no-store',
  },
  { path: '/vault-1.js', status: 200, policy: closed, resource: 'same-origin', cache: immutable },
  {
    path: '/vault-worker-2.js',
    status: 200,
    policy: "default-src 'none'",
    resource: 'same-origin',
    cache: immutable,
  },
  { path: '/vault-screens-3.js', status: 200, policy: closed, resource: 'same-origin', cache: immutable },
  {
    path: '/vault-kdf-4.js',
    status: 200,
    policy: "default-src 'none'; script-src 'wasm-unsafe-eval'",
    resource: 'same-origin',
    cache: immutable,
  },
  // Of the previous build, as it was sent then.
  { path: '/vault-screens-9.js', status: 200, policy: closed, resource: 'same-origin', cache: immutable },
  { path: '/vault-worker-9.js', status: 200, policy: "default-src 'none'", resource: 'same-origin', cache: immutable },
  { path: '/vault-9.js', status: 404, policy: closed, resource: 'same-origin', cache: 'no-store' },
  { path: '/health', status: 200, policy: closed, resource: 'same-origin', cache: 'no-store' },
  {
    path: '/sdk?projectId=demo',
    status: 404,
    policy: closed,
    resource: 'same-origin',
    cache: 'no-store',
  },
]

describe('every response', () => {
  test.each(table)('$path: $status with its headers', async (row) => {
    const response = await app.request(row.path)
    const header = (name: string) => response.headers.get(name)
    expect(response.status).toBe(row.status)
    expect(header('content-security-policy')).toBe(row.policy)
    expect(header('cross-origin-resource-policy')).toBe(row.resource)
    expect(header('cache-control')).toBe(row.cache)
    expect(header('cross-origin-opener-policy')).toBeNull()
    expectSharedHeaders(response)
  })

  test('lets the vault use passkeys and nothing else', async () => {
    const features = (await app.request('/vault?projectId=demo')).headers.get('permissions-policy')
    expect(features).toContain('publickey-credentials-get=(self), publickey-credentials-create=(self)')
    expect(features).toContain('clipboard-write=()')
  })

  test('no policy allows inline or evaluated script, or every host', async () => {
    const policies = await Promise.all(
      table.map(async ({ path }) => (await app.request(path)).headers.get('content-security-policy')),
    )
    const forbidden = /unsafe|strict-dynamic|(?:^|[ /])\*(?:[ ;]|$)|http:/
    const bad = policies.filter((policy) => forbidden.test(policy ?? ''))
    // The Argon2id worker compiles WebAssembly, and has only its own script.
    expect(bad).toEqual(["default-src 'none'; script-src 'wasm-unsafe-eval'"])
  })
})

test('the vault document carries the keys that its worker seals to', async () => {
  const html = await (await app.request('/vault?projectId=demo')).text()
  expect(html).toContain('&#34;custodyHpkePublicKey&#34;:&#34;Qg&#34;')
  expect(html).toContain(`<script defer src="/vault-1.js" integrity="${vaultHash}" crossorigin="anonymous"></script>`)
})
