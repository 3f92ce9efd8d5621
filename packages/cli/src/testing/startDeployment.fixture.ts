import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type FrameManifest, integrityOf, type ServedFile } from '@latchkey/document-server'
import { freePort } from '@latchkey/service-kit/test/freePort'
import { createHarness, type Harness, type HarnessOptions } from '../../../../apps/combined/test/harness.ts'
import { createWalletApp } from '../../../../apps/secure-frame/server/createWalletApp.ts'
import { describeFrame } from '../../../../apps/secure-frame/server/describeFrame.ts'
import { statusOf } from '../../../../apps/secure-frame/server/readStatus.ts'
import { createVaultApp } from '../../../../apps/vault/server/createVaultApp.ts'
import type { Certificate } from './makeCertificates.fixture.ts'
import { type Serve, type Site, startSite } from './startSite.fixture.ts'

/**
 * A deployment on this machine: the servers of wallet and vault with one-line scripts, and both authorities, behind a proxy that terminates
 * TLS.
 */
export type TestDeployment = AsyncDisposable & {
  walletOrigin: string
  vaultOrigin: string
  apiOrigin: string
  custodyOrigin: string
  harness: Harness
  /** Changes each response in front of the deployment; null: none. */
  tamper: ((request: Request, serve: () => Promise<Response>) => Promise<Response>) | null
  /** Methods that the only chain's node rejects, or the age of its block. */
  node: { isThere: boolean; blockAgeSeconds: number }
  /** The manifest of what it serves. */
  frameManifest: FrameManifest
  /** The mails so far, in an inbox over HTTP. */
  mailboxUrl: string
}

export const projectId = 'demo'
export const pages = ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://*.localhost:3000']

const script = (text: string): ServedFile => {
  const bytes = new Uint8Array(Buffer.from(text))
  const [gzip, br] = [gzipSync(bytes), brotliCompressSync(bytes)].map((packed) => new Uint8Array(packed))
  return {
    contentType: 'text/javascript; charset=utf-8',
    bodies: { identity: bytes, gzip, br } as ServedFile['bodies'],
  }
}
const sources = { '/assets/wallet-1.js': 'start()', '/assets/screen-2.js': 'show()', '/assets/words-3.js': 'say()' }
const vaultSources = { vault: 'hold()', worker: 'keep()', screens: 'ask()', kdf: 'derive()' }
const hashes = Object.fromEntries(Object.entries(sources).map(([path, text]) => [path, integrityOf(text)]))

/** Headers that our proxies set on the authorities' responses. */
const shut = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

export type TestDeploymentOptions = {
  /** Without them, it has no TLS. */
  certificates?: { wallet: Certificate; vault: Certificate }
} & Pick<HarnessOptions, 'proxies' | 'limits'>

export async function startDeployment({
  certificates,
  ...options
}: TestDeploymentOptions = {}): Promise<TestDeployment> {
  const owned = new AsyncDisposableStack()
  const scheme = certificates === undefined ? 'http' : 'https'
  const ports = { wallet: await freePort(), vault: await freePort(), api: await freePort(), custody: await freePort() }
  const originOf = (part: keyof typeof ports): string => `${scheme}://localhost:${ports[part]}`
  const [walletOrigin, vaultOrigin, apiOrigin, custodyOrigin] = [
    originOf('wallet'),
    originOf('vault'),
    originOf('api'),
    originOf('custody'),
  ]
  const addresses = { apiUrl: apiOrigin, custodyUrl: custodyOrigin, walletOrigin, vaultOrigin }
  const node = { isThere: true, blockAgeSeconds: 5 }
  const harness = owned.use(
    await createHarness({
      ...options,
      addresses,
      deviceLink: 'always',
      nodes: { 'eip155:1': ['http://node.test'] },
      fetch: async (_, init) => {
        if (!node.isThere) throw new TypeError('fetch failed')
        const { id, method } = JSON.parse(String(init?.body)) as { id: number; method: string }
        const timestamp = `0x${(Math.floor(Date.now() / 1_000) - node.blockAgeSeconds).toString(16)}`
        const result = method === 'eth_getBlockByNumber' ? { number: '0x10', timestamp } : '0x1'
        return Response.json({ jsonrpc: '2.0', id, result })
      },
    }),
  )
  const ask = async (authority: 'api' | 'custody', path: string) => {
    // Probes are cached for a moment, and this clock is stopped.
    harness.clock.advance(1)
    const url = `${originOf(authority)}${path}`
    return (await harness.apps()[authority].fetch(new Request(url), { remoteAddress: '127.0.0.1' })).json()
  }
  const projectOrigins = async (id: string) => (id === projectId ? pages : id === 'wallet' ? [walletOrigin] : null)
  const builtWallet = {
    manifest: {
      entry: '/assets/wallet-1.js',
      imports: ['/assets/screen-2.js'],
      styles: [],
      files: hashes,
      importMap: { integrity: hashes },
    },
    files: new Map(Object.entries(sources).map(([path, text]) => [path, script(text)])),
  }
  const wallet = createWalletApp({
    addresses,
    ...builtWallet,
    projectOrigins,
    status: async () => statusOf(await ask('api', '/account/ready'), await ask('custody', '/custody/ready')),
  })
  const vaultFiles = Object.entries(vaultSources).map(([name, text]) => [`/${name}-1.js`, text] as const)
  const ofVault = (name: keyof typeof vaultSources) => ({
    file: `${name}-1.js`,
    sha256: integrityOf(vaultSources[name]),
  })
  const builtVault = {
    manifest: {
      document: ofVault('vault'),
      worker: ofVault('worker'),
      screens: ofVault('screens'),
      kdf: ofVault('kdf'),
    } as never,
    files: new Map(vaultFiles.map(([path, text]) => [path, script(text)])),
  }
  const vault = createVaultApp({
    addresses,
    ...builtVault,
    projectOrigins,
    sealingKeys: async () => ({
      apiHpkePublicKey: (await ask('api', '/account/v1/keys')).hpkePublicKey,
      custodyHpkePublicKey: (await ask('custody', '/custody/v1/keys')).hpkePublicKey,
    }),
  })
  const deployment: TestDeployment = {
    walletOrigin,
    vaultOrigin,
    apiOrigin,
    custodyOrigin,
    harness,
    tamper: null,
    node,
    frameManifest: await describeFrame({ version: '1.2.3', wallet: builtWallet, vault: builtVault }),
    mailboxUrl: '',
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
  const through =
    (serve: Serve): Serve =>
    (request, remoteAddress) => {
      const untouched = async () => serve(request, remoteAddress)
      return deployment.tamper?.(request, untouched) ?? untouched()
    }
  const serveAuthority =
    (authority: 'api' | 'custody'): Serve =>
    async (request, remoteAddress) => {
      const answered = await harness.apps()[authority].fetch(request, { remoteAddress })
      const headers = new Headers({ ...Object.fromEntries(answered.headers), ...shut })
      return new Response(answered.body, { status: answered.status, headers })
    }
  const use = async (serve: Serve, port: number, certificate?: Certificate): Promise<Site> =>
    owned.use(await startSite(serve, port, certificate))
  await use(
    through((request) => wallet.fetch(request)),
    ports.wallet,
    certificates?.wallet,
  )
  await use(
    through((request) => vault.fetch(request)),
    ports.vault,
    certificates?.vault,
  )
  for (const authority of ['api', 'custody'] as const)
    await use(through(serveAuthority(authority)), ports[authority], certificates?.wallet)
  const inbox = await use((request) => {
    const to = new URL(request.url).searchParams.get('to')
    return Response.json(harness.mailbox.mails.filter((mail) => mail.to === to).toReversed())
  }, 0)
  deployment.mailboxUrl = `http://127.0.0.1:${inbox.port}`
  return deployment
}
