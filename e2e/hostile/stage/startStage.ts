import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Stack, startStack, takePortBase } from '@latchkey/local'
import { type Front, serveFront, type Tamper } from './serveFront.ts'
import { type Sites, serveSites } from './serveSites.ts'

/** The real system, and every hostile page around it. One for all browsers of a run. */
export type SharedStage = {
  stack: Stack
  sites: Sites
  /** URLs without a trailing slash. */
  urls: {
    wallet: string
    vault: string
    /** The project's honest page. */
    listed: string
    /** Another page that the project lists. */
    otherListed: string
    /** On the listed pages' port, and not listed. */
    unlisted: string
    /** Not listed; a secure context, so that only its origin disqualifies it. */
    stranger: string
  }
  /** Lists the stranger's page for the stranger's own project, called `mallory`. */
  addStrangersProject(): Promise<void>
  /** Opens a front for one browser: its changes affect no other browser. */
  openFront(): Promise<Front>
  close(): Promise<void>
}

/** The stage as one browser sees it. */
export type Stage = SharedStage & { walletFront: Tamper; vaultFront: Tamper }

/** Everything that a page can reach except the demo, whose port serves our pages. */
const parts = ['chainA', 'chainB', 'solana', 'inbox', 'identity', 'farcaster', 'api', 'frame'] as const
/** Beside the stack's own offsets. */
const strangerOffset = 30

export const startStage = async (): Promise<SharedStage> => {
  const { portBase, release } = await takePortBase()
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-hostile-'))
  const stack = await startStack({ portBase, dataFolder, parts })
  const { urls, ports } = stack
  const strangerPort = portBase + strangerOffset
  const sites = await serveSites(ports.demo, strangerPort)
  const stranger = `http://evil.localhost:${strangerPort}`
  return {
    stack,
    sites,
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
    openFront: () => serveFront(ports.wallet, ports.vault),
    async close() {
      await sites.close()
      await stack.close()
      await release()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
