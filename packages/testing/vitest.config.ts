import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'testing',
    include: ['src/**/*.test.ts'],
    exclude: ['src/**/*.browser.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
