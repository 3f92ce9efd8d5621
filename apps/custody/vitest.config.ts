import { defineProject } from 'vitest/config'
import { sharedWorker } from '../../scripts/sharedWorker.ts'
import { testTimeouts } from '../../scripts/testTimeouts.ts'

export default defineProject({
  test: {
    ...testTimeouts,
    ...sharedWorker,
    name: 'custody',
    include: ['src/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['../../packages/service-kit/test/template.ts'],
  },
})
