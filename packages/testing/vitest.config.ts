import { defineProject } from 'vitest/config'
import { sharedWorker } from '../../scripts/sharedWorker.ts'
import { testTimeouts } from '../../scripts/testTimeouts.ts'

export default defineProject({
  test: {
    ...testTimeouts,
    ...sharedWorker,
    name: 'testing',
    include: ['src/**/*.test.ts'],
    exclude: ['src/**/*.browser.test.ts'],
    environment: 'node',
  },
})
