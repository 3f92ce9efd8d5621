import { defineConfig } from 'vitest/config'

/** The vault in a browser it drives itself: several origins, pages and storage partitions, which browser mode has not. */
export default defineConfig({
  test: {
    name: 'vault boundary',
    include: ['src/vault/**/*.spec.ts'],
    environment: 'node',
    testTimeout: 30_000,
  },
})
