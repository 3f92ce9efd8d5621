import { configDefaults, defineConfig } from 'vitest/config'
import { sharedWorker } from '../scripts/sharedWorker.ts'
import { testTimeouts } from '../scripts/testTimeouts.ts'

export default defineConfig({
  test: {
    ...testTimeouts,
    ...sharedWorker,
    name: 'chaos',
    include: ['**/*.test.ts'],
    // A separate stage.
    exclude: [...configDefaults.exclude, 'runChaos.test.ts', 'restore/drillRestore.test.ts'],
  },
})
