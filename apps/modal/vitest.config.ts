import { defineProject } from 'vitest/config'
import { sharedWorker } from '../../scripts/sharedWorker.ts'
import { testTimeouts } from '../../scripts/testTimeouts.ts'

export default defineProject({
  test: {
    ...testTimeouts,
    ...sharedWorker,
    name: 'modal',
    include: ['src/**/*.test.{ts,tsx}', 'fuzz/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['src/**/*.browser.test.tsx'],
    environment: 'node',
    // What wallets sign is put to the real api, over a database in memory.
    globalSetup: ['../../packages/service-kit/test/template.ts'],
  },
})
