import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'backend',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['test/template.ts'],
    testTimeout: 30_000,
    // A database takes seconds to start.
    hookTimeout: 60_000,
  },
})
