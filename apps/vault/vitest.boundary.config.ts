import { defineConfig } from 'vitest/config'
import { testTimeouts } from '../../scripts/testTimeouts.ts'

/** The built vault in a browser that the tests drive: several origins, pages and storage partitions, which browser mode lacks. */
export default defineConfig({
  test: {
    ...testTimeouts,
    name: 'vault boundary',
    include: ['src/**/*.spec.ts'],
    environment: 'node',
  },
})
