import type { Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAdaptorServer } from '@hono/node-server'
import { type FrameAddresses, readFiles, readManifest } from '@latchkey/document-server'
import { createVaultApp, readVault } from '@latchkey/vault/server'
import type { Hono } from 'hono'
import { createWalletApp } from './createWalletApp.ts'
import { readProjectOrigins, readSealingKeys } from './services.ts'
import { walletManifest } from './walletManifest.ts'

export type FrameServerSettings = FrameAddresses & {
  /** Address to listen on; both loopback addresses when absent. */
  host?: string
  /** Where this server reaches the two services; at their addresses when absent. */
  internal?: Pick<FrameAddresses, 'apiUrl' | 'custodyUrl'>
  walletPort: number
  vaultPort: number
  /** Where the built files are, in `wallet/` and `vault/`; in the `dist` of the two apps when absent. */
  distFolder?: string
}

export type FrameServer = {
  /** Ends open connections too. */
  close(): Promise<void>
}

const ownFolder = fileURLToPath(new URL('../dist/wallet', import.meta.url))
const loopback = ['127.0.0.1', '::1']

/**
 * Serves the wallet and the vault origin with their headers and resolves when both listen. Throws when the built files
 * are missing or not those of their manifest, or a port is taken.
 */
export const startFrameServer = async (settings: FrameServerSettings): Promise<FrameServer> => {
  const { host, internal, walletPort, vaultPort, distFolder, ...addresses } = settings
  const reached = { ...addresses, ...internal }
  const projectOrigins = readProjectOrigins(reached)
  const sealingKeys = readSealingKeys(reached)

  const walletFolder = distFolder === undefined ? ownFolder : join(distFolder, 'wallet')
  const wallet = walletManifest.parse(await readManifest(walletFolder, 'secure-frame'))
  const walletApp = createWalletApp({
    addresses,
    manifest: wallet,
    files: await readFiles(walletFolder, wallet.files),
    projectOrigins,
  })

  const vaultApp = createVaultApp({
    addresses,
    ...(await readVault(distFolder && join(distFolder, 'vault'))),
    projectOrigins,
    sealingKeys,
  })

  const servers: Server[] = []
  const close = async (): Promise<void> => {
    for (const server of servers) {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    }
  }
  const listen = async (app: Hono, port: number): Promise<void> => {
    for (const address of host === undefined ? loopback : [host]) {
      const server = createAdaptorServer({ fetch: app.fetch }) as Server
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
  return { close }
}

/** False where the machine has no such address: many have no IPv6. */
const listening = (server: Server, port: number, host: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT' ? resolve(false) : reject(error),
    )
    server.listen(port, host, () => resolve(true))
  })
