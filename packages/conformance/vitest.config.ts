import { defineProject } from 'vitest/config'
import { patience } from '../../scripts/testTimeouts.ts'

/** Tests open a real browser, in sequence: two cores can't run more. */
export default defineProject({
  test: {
    ...patience,
    name: 'conformance',
    include: ['src/**/*.test.ts'],
    environment: 'node',
    testTimeout: 240_000,
    hookTimeout: 60_000,
  },
})
