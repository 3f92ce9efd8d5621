import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAdaptorServer } from '@hono/node-server'
import { build } from 'vite'
import { buildVault } from '../../scripts/buildVault.ts'
import { createVaultApp } from '../../server/createVaultApp.ts'
import { readVault } from '../../server/readVault.ts'
import { createWalletStandIn } from './createWalletStandIn.ts'
import { type TestAuthorities, testAuthorities } from './testAuthorities.ts'

/** The ports of a stage's three origins. Test files run in parallel, so each has its own. */
export type StagePorts = { wallet: number; vault: number; dapp: number }

export type Stage = {
  walletOrigin: string
  vaultOrigin: string
  /** Another site, listed by the project. */
  dappOrigin: string
  /** Another site, which no project lists. */
  strangerOrigin: string
  authorities: TestAuthorities
  close(): Promise<void>
}

/** A dapp's page: it frames the URL in its query, and lets tests run any code. */
const dappPage = (framed: string): string =>
  `<!doctype html><title>dapp</title><iframe src="${framed}" allow="${passkeys}"></iframe>`
/** A page that allows the wallet's passkeys delegates both features. */
const passkeys = 'publickey-credentials-get *; publickey-credentials-create *'

/** The real vault behind the real servers, and a wallet document with only the vault's client, embedded by a page of another site. */
export const startStage = async (ports: StagePorts): Promise<Stage> => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-stage-'))
  const origins = {
    walletOrigin: `http://localhost:${ports.wallet}`,
    vaultOrigin: `http://localhost:${ports.vault}`,
    dappOrigin: `http://127.0.0.1:${ports.dapp}`,
    strangerOrigin: `http://stranger.localhost:${ports.dapp}`,
  }
  const authorities = await testAuthorities(origins.walletOrigin)
  const { apiUrl, custodyUrl, apiHpkePublicKey, custodyHpkePublicKey } = authorities.config
  const addresses = { ...origins, apiUrl, custodyUrl }
  const projectOrigins = async (projectId: string) => (projectId === 'demo' ? [origins.dappOrigin] : null)

  await buildVault({ outDir: folder })
  const vaultApp = createVaultApp({
    addresses,
    ...(await readVault({ folder })),
    projectOrigins,
    sealingKeys: async () => ({ apiHpkePublicKey, custodyHpkePublicKey }),
  })

  const walletApp = createWalletStandIn({ ...origins, script: await bundleProbe() })

  const dapp = createServer((request, response) => {
    const framed = new URL(request.url ?? '', origins.dappOrigin).searchParams.get('frame') ?? 'about:blank'
    response.writeHead(200, { 'content-type': 'text/html' }).end(dappPage(framed))
  })
  const servers = [
    await listen(createAdaptorServer({ fetch: walletApp.fetch }) as Server, ports.wallet),
    await listen(createAdaptorServer({ fetch: vaultApp.fetch }) as Server, ports.vault),
    await listen(dapp, ports.dapp),
  ]
  return {
    ...origins,
    authorities,
    close: async () => {
      await Promise.all(servers.map(closed))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const bundleProbe = async (): Promise<string> => {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL('walletProbe.ts', import.meta.url)), formats: ['es'], fileName: 'probe' },
    },
  })
  const [output] = Array.isArray(result) ? result : []
  const [script] = output?.output ?? []
  if (script?.type !== 'chunk') throw new Error('The probe was not built')
  return script.code
}

const listen = (server: Server, port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
