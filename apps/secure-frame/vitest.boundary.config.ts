import { defineConfig } from 'vitest/config'
import { patience } from '../../scripts/patience.ts'

/** Wallet and vault in a browser that the tests drive: several origins, pages and storage partitions, which browser mode has not. */
export default defineConfig({
  test: {
    ...patience,
    name: 'secure-frame boundary',
    include: ['{src,test}/**/*.spec.ts'],
    environment: 'node',
  },
})
