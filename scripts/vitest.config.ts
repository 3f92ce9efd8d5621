import { defineConfig } from 'vitest/config'
import { sharedWorker } from './sharedWorker.ts'
import { patience } from './testTimeouts.ts'

export default defineConfig({
  test: { ...patience, ...sharedWorker, name: 'scripts', include: ['**/*.test.ts'] },
})
