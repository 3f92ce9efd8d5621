import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDeployedServices, type DeployedServices } from '@latchkey/deploy/services'
import { type Stack, startStack, takePortBase } from '@latchkey/local'
import { walletTest } from '@latchkey/testing/playwright'
import { Dapp } from './pages/Dapp.ts'
import { recordPages } from './recordPages.ts'
import { listenToStack } from './secrets/listenToStack.ts'

type WorkerFixtures = {
  /** Whether an unknown device needs a mailed link; set for a whole file with `test.use`. */
  deviceLink: 'never' | 'always'
  /** `deployed`: PostgreSQL, Redis, Caddy and two processes of each service, as `npm run deploy:local` has them. */
  shape: 'combined' | 'deployed'
  /** The processes of the deployed shape. */
  services: DeployedServices
  stack: Stack
}
type TestFixtures = {
  /** A dapp page on the address of the demo, not yet connected. */
  dapp: Dapp
  /** An unused address. */
  email: string
}

/** Marks a row that only `npm run test:extended` runs: it takes the path of another row of its table, and its own part has a unit test. */
export const extendedTier = { tag: '@extended' } as const

/** With `install`, which adds a scripted wallet to the pages of a test. */
export const test = walletTest.extend<TestFixtures, WorkerFixtures>({
  deviceLink: ['never', { option: true, scope: 'worker' }],
  shape: ['combined', { option: true, scope: 'worker' }],
  services: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs
    async ({}, use) => {
      await use(createDeployedServices())
    },
    { scope: 'worker' },
  ],
  stack: [
    async ({ deviceLink, shape, services }, use) => {
      const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-e2e-'))
      const ear = listenToStack()
      const { portBase, release } = await takePortBase()
      const stack = await startStack({
        ...{ portBase, dataFolder, deviceLink, log: ear.log },
        ...(shape === 'deployed' ? { openServices: services.open } : {}),
      })
      await use(stack)
      const leaks = await ear.findLeaks(stack)
      ear.stop()
      await stack.close()
      await release()
      rmSync(dataFolder, { recursive: true, force: true })
      // For every journey that this worker has run.
      if (leaks.length > 0) throw new Error(`What no log may show:\n${leaks.join('\n')}`)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  dapp: async ({ page, stack }, use) => {
    await use(new Dapp(page, stack))
  },
  page: async ({ page }, use, info) => {
    const report = recordPages(page.context())
    await use(page)
    // Beside the test's error, for runs of which only the log remains.
    if (info.status !== info.expectedStatus) throw new Error(await report())
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs
  email: async ({}, use) => {
    await use(`user-${crypto.randomUUID().slice(0, 8)}@example.org`)
  },
})

export { expect } from '@playwright/test'
