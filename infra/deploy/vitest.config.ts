import { defineConfig } from 'vitest/config'
import { sharedWorker } from '../../scripts/sharedWorker.ts'
import { testTimeouts } from '../../scripts/testTimeouts.ts'

export default defineConfig({
  test: { ...testTimeouts, ...sharedWorker, name: 'deploy', include: ['src/**/*.test.ts'] },
})
