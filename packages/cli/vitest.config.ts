import { defineProject } from 'vitest/config'
import { patience } from '../../scripts/patience.ts'

export default defineProject({
  test: {
    ...patience,
    name: 'cli',
    include: ['src/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['../service-kit/test/template.ts'],
  },
})
