import type { Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAdaptorServer } from '@hono/node-server'
import {
  type FrameAddresses,
  keepBuilds,
  readFiles,
  readManifest,
  type SecurityContact,
} from '@latchkey/document-server'
import { acceptProxyProtocol, clientAddress, createDrain, noProxies, type Proxies } from '@latchkey/proxies'
import { createVaultApp, readVault } from '@latchkey/vault/server'
import { Hono } from 'hono'
import { createFrameMetrics, type FrameMetrics } from './createFrameMetrics.ts'
import { createVisitorLimits } from './createVisitorLimits.ts'
import { createWalletApp } from './createWalletApp.ts'
import { type FrameLog, writeLine } from './FrameLog.ts'
import { keepProjectList } from './keepProjectList.ts'
import { keepSealingKeys } from './keepSealingKeys.ts'
import { readStatus } from './readStatus.ts'
import { walletManifest } from './walletManifest.ts'

export type FrameServerSettings = FrameAddresses & {
  /** Address to listen on; both loopback addresses when absent. */
  host?: string
  /** Where this server reaches the two services; at their addresses when absent. */
  internal?: Pick<FrameAddresses, 'apiUrl' | 'custodyUrl'>
  /** Where the api serves the list of all projects, to frame servers only: scheme, host and port. */
  projectListUrl: string
  /** Exchanges that swaps may go through: CAIP-10 of their routers, with commas. Default: none. */
  swapRouters?: string
  /** How long the first answer of that is waited for before this server listens, in milliseconds. Default 5,000. */
  firstListWaitMs?: number
  /** Whom finders of faults write to. Default: nobody is named. */
  contact?: SecurityContact | undefined
  /** Those that are trusted to name the visitor's address. Default: none. */
  proxies?: Proxies
  /** Default: standard output. */
  log?: FrameLog
  /** Where Prometheus reads metrics: a port of their own. Default: nowhere; addresses: the loopback ones. */
  metricsListener?: { port: number; hosts?: readonly string[] }
  /** How long it answers on once it was told to stop. Default 0. */
  drainSeconds?: number
  walletPort: number
  vaultPort: number
  /** Where the built files are, in `wallet/` and `vault/`; in the `dist` of the two apps when absent. */
  distFolder?: string
  /** Where processes find each other's builds, and those of the last day. Default: nowhere, each serves its own. */
  previousBuilds?: string
  /** Where the authorities' keys are kept for a start while one of them is away. Default: nowhere. */
  lastKnownFolder?: string
  /** Builds that must not be served again: SHA-256 of their manifests, hex. */
  revokedBuilds?: readonly string[]
}

export type FrameServer = {
  /** What it serves: SHA-256 of the manifests, hex. */
  builds: { wallet: string; vault: string }
  /** Answers on for `drainSeconds`, lets answers that have begun finish, and ends all connections. */
  close(): Promise<void>
}

const ownFolder = fileURLToPath(new URL('../dist/wallet', import.meta.url))
const loopback = ['127.0.0.1', '::1']

/**
 * Serves the wallet and the vault origin with their headers and resolves when both listen. Throws when the built files
 * are missing, revoked or not those of their manifest, or a port is taken.
 */
export const startFrameServer = async (settings: FrameServerSettings): Promise<FrameServer> => {
  const {
    host,
    internal,
    projectListUrl,
    swapRouters,
    firstListWaitMs = 5_000,
    contact,
    proxies = noProxies,
    log = writeLine,
    metricsListener,
    drainSeconds = 0,
    distFolder,
    previousBuilds,
    lastKnownFolder,
    revokedBuilds: revoked = [],
  } = settings
  const { walletPort, vaultPort, walletOrigin, vaultOrigin, apiUrl, custodyUrl } = settings
  const addresses = { walletOrigin, vaultOrigin, apiUrl, custodyUrl }
  const reached = { ...addresses, ...internal }
  const limits = createVisitorLimits()
  const metrics = createFrameMetrics()
  const closing = new AbortController()
  const sealingKeys = keepSealingKeys(reached, { log, folder: lastKnownFolder, signal: closing.signal })

  const walletFolder = distFolder === undefined ? ownFolder : join(distFolder, 'wallet')
  const wallet = walletManifest.parse(await readManifest(walletFolder, 'secure-frame'))
  const keptIn = (part: string) => previousBuilds && join(previousBuilds, part)
  const kept = await keepBuilds({
    built: walletFolder,
    folder: keptIn('wallet'),
    filesOf: (manifest) => walletManifest.parse(manifest).files,
    revoked,
  })
  const vault = await readVault({
    folder: distFolder && join(distFolder, 'vault'),
    keptFolder: keptIn('vault'),
    revoked,
  })

  const list = keepProjectList({ projectListUrl, walletOrigin, log })
  const { projectOrigins } = list
  // Whoever replaces processes goes on once this one listens, and visitors then need it to know their projects.
  await list.ready(firstListWaitMs)
  const walletApp = createWalletApp({
    addresses,
    manifest: wallet,
    files: await readFiles(walletFolder, wallet.files),
    kept,
    projectOrigins,
    limits,
    contact,
    reports: { log, metrics },
    status: readStatus(reached),
    ...(swapRouters !== undefined && { swapRouters }),
  })

  const vaultApp = createVaultApp({
    addresses,
    ...vault,
    projectOrigins,
    limits,
    contact,
    sealingKeys,
  })

  const servers: Server[] = []
  const drain = createDrain(drainSeconds)
  const close = async (): Promise<void> => {
    await Promise.all(servers.map((server) => drain.close(server)))
    list.close()
    closing.abort()
  }
  const documents = { hosts: host === undefined ? loopback : [host], from: proxies, drain, servers }
  try {
    await listen(walletApp, walletPort, documents)
    await listen(vaultApp, vaultPort, documents)
    if (metricsListener !== undefined)
      await listen(metricsApp(metrics), metricsListener.port, {
        hosts: metricsListener.hosts ?? loopback,
        from: noProxies,
        drain,
        servers,
      })
  } catch (error) {
    await close()
    throw error
  }
  return { close, builds: { wallet: kept.id, vault: vault.kept.id } }
}

const metricsApp = (metrics: FrameMetrics): Hono =>
  new Hono().get('/metrics', (context) =>
    context.body(metrics.text(), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }),
  )

/** False where the machine has no such address: many have no IPv6. */
const listening = (server: Server, port: number, host: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT' ? resolve(false) : reject(error),
    )
    server.listen(port, host, () => resolve(true))
  })

type Listening = {
  hosts: readonly string[]
  /** Those that are trusted to name the visitor's address. */
  from: Proxies
  drain: ReturnType<typeof createDrain>
  /** Those that listen; each is added as soon as it does. */
  servers: Server[]
}

/** Serves an app at a port of each host that this machine has. */
const listen = async (app: Hono, port: number, { hosts, from, drain, servers }: Listening): Promise<void> => {
  const answer = drain.over((request, remoteAddress: string) => {
    const visitor = clientAddress(request.headers.get('x-forwarded-for'), remoteAddress, from)
    return app.fetch(request, { visitor })
  })
  for (const address of hosts) {
    const server = createAdaptorServer({
      fetch: (request, { incoming }) => answer(request, incoming.socket.remoteAddress ?? ''),
      // For requests without a host, such as a proxy's health checks. An IPv6 address would not be a URL's host.
      hostname: 'localhost',
    }) as Server
    drain.attach(server)
    acceptProxyProtocol(server, from)
    if (await listening(server, port, address)) servers.push(server)
  }
}
