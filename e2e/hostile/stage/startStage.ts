import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Stack, startStack } from '@latchkey/local'
import { startFrameServer } from '@latchkey/secure-frame/server'
import { type Front, serveFront } from './serveFront.ts'
import { type Sites, serveSites } from './serveSites.ts'

/** The real system, and around it every page that may be against it. */
export type Stage = {
  stack: Stack
  sites: Sites
  walletFront: Front
  vaultFront: Front
  /** Addresses without a slash at the end. */
  urls: {
    wallet: string
    vault: string
    /** Where the project's honest page is. */
    listed: string
    /** Another page that the project lists. */
    otherListed: string
    /** On the listed pages' port, and not listed. */
    unlisted: string
    /** Nobody's; a secure context, so that nothing but its origin is against it. */
    stranger: string
  }
  /** Lists the stranger's page for a project of the stranger's own, called `mallory`. */
  addStrangersProject(): Promise<void>
  close(): Promise<void>
}

/** The demo's port carries our pages instead, and the frame's server stands behind fronts that can be tampered with. */
const parts = ['chainA', 'chainB', 'inbox', 'faucet', 'identity', 'api'] as const
/** Beside the stack's own offsets. */
const offsets = { stranger: 30, realWallet: 31, realVault: 32 }

export const startStage = async (portBase: number): Promise<Stage> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-hostile-'))
  const stack = await startStack({ portBase, dataFolder, parts })
  const { urls, ports } = stack
  const strangerPort = portBase + offsets.stranger
  const frame = await startFrameServer({
    walletOrigin: urls.wallet,
    vaultOrigin: urls.vault,
    apiUrl: urls.api,
    custodyUrl: urls.custody,
    walletPort: portBase + offsets.realWallet,
    vaultPort: portBase + offsets.realVault,
  })
  const walletFront = await serveFront(ports.wallet, portBase + offsets.realWallet)
  const vaultFront = await serveFront(ports.vault, portBase + offsets.realVault)
  const sites = await serveSites(ports.demo, strangerPort)
  const stranger = `http://evil.localhost:${strangerPort}`
  return {
    stack,
    sites,
    walletFront,
    vaultFront,
    urls: {
      wallet: urls.wallet,
      vault: urls.vault,
      listed: urls.demo,
      otherListed: `http://other.localhost:${ports.demo}`,
      unlisted: `http://two.labels.localhost:${ports.demo}`,
      stranger,
    },
    async addStrangersProject() {
      const file = join(dataFolder, 'projects.json')
      const projects = JSON.parse(await readFile(file, 'utf8')) as { id: string }[]
      const own = { id: 'mallory', name: 'Mallory', origins: [stranger] }
      writeFileSync(file, JSON.stringify([...projects.filter(({ id }) => id !== own.id), own]))
    },
    async close() {
      await Promise.all([sites.close(), walletFront.close(), vaultFront.close(), frame.close()])
      await stack.close()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
