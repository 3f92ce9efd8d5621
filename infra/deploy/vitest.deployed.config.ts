import { defineConfig } from 'vitest/config'
import { patience } from '../../scripts/testTimeouts.ts'

/** The system as it is deployed, on the built documents and the machine's own servers: a stage of its own. */
export default defineConfig({
  test: {
    ...patience,
    name: 'deployed',
    include: ['deployed/**/*.test.ts'],
    root: import.meta.dirname,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
