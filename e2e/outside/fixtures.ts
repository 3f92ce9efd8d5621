import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Stack, startStack, takePortBase } from '@latchkey/local'
import { test as base } from '@playwright/test'
import { type Facts, fill, type Kit, makeProject, packKit } from './makeProject.ts'
import type { Project, Row } from './rows.ts'
import { serveProject } from './serveProject.ts'

/** The message that the templates of create-latchkey-app, and similar projects, sign. */
export const message = 'Hello from Latchkey'

type WorkerFixtures = {
  stack: Stack
  /** Installs and builds a project, once for rows that share it. Returns its folder. */
  make: (project: Project) => Promise<string>
}
type TestFixtures = {
  /** Serves a project at the address of the demo, which the local stack's projects list. */
  serve: (row: Project & Pick<Row, 'headers'>) => Promise<{ url: string; folder: string }>
}

/** Removes folders in a separate process: thousands of packages on a busy disk take longer than a worker has to exit. */
const removeLater = (folders: readonly string[]): void => {
  const script = 'for (const folder of process.argv.slice(1)) fs.rmSync(folder, { recursive: true, force: true })'
  spawn(process.execPath, ['--eval', script, ...folders], { detached: true, stdio: 'ignore' }).unref()
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs
    async ({}, use) => {
      const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-e2e-'))
      const { portBase, release } = await takePortBase()
      const stack = await startStack({ portBase, dataFolder, parts: ['chainA', 'inbox', 'api', 'frame'] })
      await use(stack)
      await stack.close()
      await release()
      rmSync(dataFolder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  make: [
    async ({ stack }, use) => {
      const packed = mkdtempSync(join(tmpdir(), 'latchkey-packed-'))
      const facts = factsOf(stack)
      let kit: Promise<Kit> | undefined
      const made = new Map<string, Promise<string>>()
      await use((project) => {
        kit ??= packKit(packed)
        const { created, template, dependencies, build } = project
        const key = JSON.stringify([created, template, dependencies, build])
        const folder = made.get(key) ?? kit.then((packages) => makeProject(project, facts, packages))
        made.set(key, folder)
        return folder
      })
      const folders = await Promise.allSettled(made.values())
      removeLater([
        packed,
        ...folders.flatMap((folder) => (folder.status === 'fulfilled' ? [dirname(folder.value)] : [])),
      ])
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  serve: async ({ stack, make }, use) => {
    const served = new AsyncDisposableStack()
    await use(async (row) => {
      const folder = await make(row)
      const facts = factsOf(stack)
      const headers = Object.entries(row.headers ?? {}).map(([name, value]) => [name, fill(value, facts)])
      served.use(await serveProject(folder, row, stack.ports.demo, Object.fromEntries(headers)))
      return { url: stack.urls.demo, folder }
    })
    await served.disposeAsync()
  },
})

const factsOf = ({ urls }: Stack): Facts => ({
  FRAME_URL: urls.wallet,
  API_URL: urls.api,
  CHAIN_URL: urls.chainA,
  MESSAGE: message,
})

export { expect } from '@playwright/test'
