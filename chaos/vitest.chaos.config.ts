import { defineConfig } from 'vitest/config'

/**
 * The running system, broken once in each way on each journey, and restored from a backup: a separate stage, as it needs all processors.
 */
export default defineConfig({
  test: {
    name: 'running chaos',
    include: ['runChaos.test.ts', 'restore/drillRestore.test.ts'],
    root: import.meta.dirname,
    testTimeout: 900_000,
    fileParallelism: false,
  },
})
