import { defineConfig } from 'vitest/config'
import { patience } from './patience.ts'
import { sharedWorker } from './sharedWorker.ts'

export default defineConfig({
  test: { ...patience, ...sharedWorker, name: 'scripts', include: ['**/*.test.ts'] },
})
