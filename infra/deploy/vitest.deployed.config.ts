import { defineConfig } from 'vitest/config'
import { testTimeouts } from '../../scripts/testTimeouts.ts'

/** Tests the system as deployed, on the built documents and the machine's own servers: a separate stage. */
export default defineConfig({
  test: {
    ...testTimeouts,
    name: 'deployed',
    include: ['deployed/**/*.test.ts'],
    root: import.meta.dirname,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
