import { defineConfig } from 'vitest/config'

/** The system as it is deployed, on the built documents and the machine's own servers: a stage of its own. */
export default defineConfig({
  test: {
    name: 'deployed',
    include: ['deployed/**/*.test.ts'],
    root: import.meta.dirname,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
