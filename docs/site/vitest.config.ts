import { defineProject } from 'vitest/config'
import { sharedWorker } from '../../scripts/sharedWorker.ts'
import { patience } from '../../scripts/testTimeouts.ts'

export default defineProject({
  test: { ...patience, ...sharedWorker, name: 'docs', include: ['src/**/*.test.ts'], environment: 'node' },
})
