import { defineProject } from 'vitest/config'
import { patience } from '../../scripts/patience.ts'
import { sharedWorker } from '../../scripts/sharedWorker.ts'

export default defineProject({
  test: { ...patience, ...sharedWorker, name: 'demo', include: ['src/**/*.test.ts'], environment: 'node' },
})
