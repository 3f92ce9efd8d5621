import { defineConfig } from 'vitest/config'
import { sharedWorker } from '../../scripts/sharedWorker.ts'
import { patience } from '../../scripts/testTimeouts.ts'

export default defineConfig({
  test: { ...patience, ...sharedWorker, name: 'contracts', include: ['**/*.test.ts'] },
})
