import { defineConfig } from 'vitest/config'
import { sharedWorker } from './sharedWorker.ts'
import { testTimeouts } from './testTimeouts.ts'

export default defineConfig({
  test: { ...testTimeouts, ...sharedWorker, name: 'scripts', include: ['**/*.test.ts'] },
})
