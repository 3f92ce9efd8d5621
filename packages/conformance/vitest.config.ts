import { defineProject } from 'vitest/config'
import { testTimeouts } from '../../scripts/testTimeouts.ts'

/** Tests open a real browser, in sequence: two cores can't run more. */
export default defineProject({
  test: {
    ...testTimeouts,
    name: 'conformance',
    include: ['src/**/*.test.ts'],
    environment: 'node',
    testTimeout: 240_000,
    hookTimeout: 60_000,
  },
})
