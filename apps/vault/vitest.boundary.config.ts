import { defineConfig } from 'vitest/config'
import { patience } from '../../scripts/testTimeouts.ts'

/** The built vault in a browser that the tests drive: several origins, pages and storage partitions, which browser mode lacks. */
export default defineConfig({
  test: {
    ...patience,
    name: 'vault boundary',
    include: ['src/**/*.spec.ts'],
    environment: 'node',
  },
})
