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
import { createClientLimits } from './createClientLimits.ts'
import { createFrameMetrics, type FrameMetrics } from './createFrameMetrics.ts'
import { createWalletApp } from './createWalletApp.ts'
import { type FrameLog, writeLine } from './FrameLog.ts'
import { keepProjectList } from './keepProjectList.ts'
import { keepSealingKeys } from './keepSealingKeys.ts'
import { readStatus } from './readStatus.ts'
import { walletManifest } from './walletManifest.ts'

export type FrameServerSettings = FrameAddresses & {
  /** Address to listen on; both loopback addresses when absent. */
  host?: string
  /** The internal URLs of the two services; their public URLs when absent. */
  internal?: Pick<FrameAddresses, 'apiUrl' | 'custodyUrl'>
  /** The API's URL for the list of all projects, for frame servers only: scheme, host and port. */
  projectListUrl: string
  /** Exchanges that swaps may go through: CAIP-10 of their routers, separated by commas. Default: none. */
  swapRouters?: string
  /** The time to wait for the first list before this server listens, in milliseconds. Default 5,000. */
  firstListWaitMs?: number
  /** The security contacts. Default: none. */
  contact?: SecurityContact | undefined
  /** The proxies that are trusted to name the client's address. Default: none. */
  proxies?: Proxies
  /** Default: standard output. */
  log?: FrameLog
  /** A separate port for Prometheus. Default: none; addresses: the loopback ones. */
  metricsListener?: { port: number; hosts?: readonly string[] }
  /** The time it keeps answering after the stop signal, in seconds. Default 0. */
  drainSeconds?: number
  walletPort: number
  vaultPort: number
  /** The folder of the built files, in `wallet/` and `vault/`; the `dist` of the two apps when absent. */
  distFolder?: string
  /** The folder in which processes share their builds, and those of the last day. Default: none, each serves its own. */
  previousBuilds?: string
  /** The folder that keeps the authorities' keys for a start while one of them is offline. Default: none. */
  lastKnownFolder?: string
  /** Revoked builds, which must not be served again: SHA-256 of their manifests, hex. */
  revokedBuilds?: readonly string[]
}

export type FrameServer = {
  /** The served builds: SHA-256 of the manifests, hex. */
  builds: { wallet: string; vault: string }
  /** Keeps answering for `drainSeconds`, lets started responses finish, and ends all connections. */
  close(): Promise<void>
}

const ownFolder = fileURLToPath(new URL('../dist/wallet', import.meta.url))
const loopback = ['127.0.0.1', '::1']

/**
 * Serves the wallet and the vault origin with their headers and resolves when both listen. Throws when the built files
 * are missing, revoked or don't match their manifest, or a port is in use.
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
  const limits = createClientLimits()
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
  // A rolling update continues once this one listens, and it then has to know the projects.
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
  /** The proxies that are trusted to name the client's address. */
  from: Proxies
  drain: ReturnType<typeof createDrain>
  /** The listening servers; each is added as soon as it listens. */
  servers: Server[]
}

/** Serves an app at a port of each host that this machine has. */
const listen = async (app: Hono, port: number, { hosts, from, drain, servers }: Listening): Promise<void> => {
  const answer = drain.over((request, remoteAddress: string) => {
    const client = clientAddress(request.headers.get('x-forwarded-for'), remoteAddress, from)
    return app.fetch(request, { client })
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
