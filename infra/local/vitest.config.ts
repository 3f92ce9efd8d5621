import { defineConfig } from 'vitest/config'
import { sharedWorker } from '../../scripts/sharedWorker.ts'
import { patience } from '../../scripts/testTimeouts.ts'

export default defineConfig({
  test: { ...patience, ...sharedWorker, name: 'local', include: ['{src,contracts}/**/*.test.ts'] },
})
