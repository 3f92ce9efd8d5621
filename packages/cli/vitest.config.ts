import { defineProject } from 'vitest/config'
import { patience } from '../../scripts/testTimeouts.ts'

export default defineProject({
  test: {
    ...patience,
    name: 'cli',
    include: ['src/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['../service-kit/test/template.ts'],
  },
})
