import { defineConfig } from 'vitest/config'
import { testTimeouts } from '../../scripts/testTimeouts.ts'

/** The served wallet in a browser that the tests drive: several origins, pages and storage partitions, which browser mode lacks. */
export default defineConfig({
  test: {
    ...testTimeouts,
    name: 'secure-frame boundary',
    include: ['test/**/*.spec.ts'],
    environment: 'node',
  },
})
