import { defineProject } from 'vitest/config'
import { patience } from '../../scripts/patience.ts'
import { sharedWorker } from '../../scripts/sharedWorker.ts'

export default defineProject({
  test: {
    ...patience,
    ...sharedWorker,
    name: 'backend',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['test/template.ts'],
  },
})
