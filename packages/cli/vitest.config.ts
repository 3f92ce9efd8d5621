import { defineProject } from 'vitest/config'
import { testTimeouts } from '../../scripts/testTimeouts.ts'

export default defineProject({
  test: {
    ...testTimeouts,
    name: 'cli',
    include: ['src/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['../service-kit/test/template.ts'],
  },
})
