import type { Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAdaptorServer } from '@hono/node-server'
import { type FrameAddresses, keepBuilds, readFiles, readManifest } from '@latchkey/document-server'
import { acceptProxyProtocol, createDrain, noProxies, type Proxies } from '@latchkey/proxies'
import { createVaultApp, readVault } from '@latchkey/vault/server'
import type { Hono } from 'hono'
import { createWalletApp } from './createWalletApp.ts'
import { readStatus } from './readStatus.ts'
import { readProjectOrigins, readSealingKeys } from './services.ts'
import { walletManifest } from './walletManifest.ts'

export type FrameServerSettings = FrameAddresses & {
  /** Address to listen on; both loopback addresses when absent. */
  host?: string
  /** Where this server reaches the two services; at their addresses when absent. */
  internal?: Pick<FrameAddresses, 'apiUrl' | 'custodyUrl'>
  /** Those whose connections start with a PROXY header. Default: none. */
  proxies?: Proxies
  /** How long it answers on once it was told to stop. Default 0. */
  drainSeconds?: number
  walletPort: number
  vaultPort: number
  /** Where the built files are, in `wallet/` and `vault/`; in the `dist` of the two apps when absent. */
  distFolder?: string
  /** Where processes find each other's builds, and those of the last day. Default: nowhere, each serves its own. */
  previousBuilds?: string
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
    proxies = noProxies,
    drainSeconds = 0,
    distFolder,
    previousBuilds,
    revokedBuilds: revoked = [],
  } = settings
  const { walletPort, vaultPort, walletOrigin, vaultOrigin, apiUrl, custodyUrl } = settings
  const addresses = { walletOrigin, vaultOrigin, apiUrl, custodyUrl }
  const reached = { ...addresses, ...internal }
  const projectOrigins = readProjectOrigins(reached)
  const sealingKeys = readSealingKeys(reached)

  const walletFolder = distFolder === undefined ? ownFolder : join(distFolder, 'wallet')
  const wallet = walletManifest.parse(await readManifest(walletFolder, 'secure-frame'))
  const keptIn = (part: string) => previousBuilds && join(previousBuilds, part)
  const kept = await keepBuilds({
    built: walletFolder,
    folder: keptIn('wallet'),
    filesOf: (manifest) => walletManifest.parse(manifest).files,
    revoked,
  })
  const walletApp = createWalletApp({
    addresses,
    manifest: wallet,
    files: await readFiles(walletFolder, wallet.files),
    kept,
    projectOrigins,
    status: readStatus(reached),
  })

  const vault = await readVault({
    folder: distFolder && join(distFolder, 'vault'),
    keptFolder: keptIn('vault'),
    revoked,
  })
  const vaultApp = createVaultApp({
    addresses,
    ...vault,
    projectOrigins,
    sealingKeys,
  })

  const servers: Server[] = []
  const drain = createDrain(drainSeconds)
  const close = async (): Promise<void> => {
    await Promise.all(servers.map((server) => drain.close(server)))
  }
  const listen = async (app: Hono, port: number): Promise<void> => {
    for (const address of host === undefined ? loopback : [host]) {
      const server = createAdaptorServer({ fetch: drain.over((request) => app.fetch(request)) }) as Server
      drain.attach(server)
      acceptProxyProtocol(server, proxies)
      if (await listening(server, port, address)) servers.push(server)
    }
  }
  try {
    await listen(walletApp, walletPort)
    await listen(vaultApp, vaultPort)
  } catch (error) {
    await close()
    throw error
  }
  return { close, builds: { wallet: kept.id, vault: vault.kept.id } }
}

/** False where the machine has no such address: many have no IPv6. */
const listening = (server: Server, port: number, host: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT' ? resolve(false) : reject(error),
    )
    server.listen(port, host, () => resolve(true))
  })
