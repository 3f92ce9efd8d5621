import { defineProject } from 'vitest/config'

/** Tests open a real browser, one after the other: two cores carry no more. */
export default defineProject({
  test: {
    name: 'conformance',
    include: ['src/**/*.test.ts'],
    environment: 'node',
    testTimeout: 240_000,
    hookTimeout: 60_000,
  },
})
