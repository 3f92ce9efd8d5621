import { defineConfig } from 'vitest/config'
import { sharedWorker } from '../../scripts/sharedWorker.ts'
import { testTimeouts } from '../../scripts/testTimeouts.ts'

export default defineConfig({
  test: {
    ...testTimeouts,
    ...sharedWorker,
    name: 'chains',
    include: ['src/**/*.test.ts'],
    // Otherwise @metamask/smart-accounts-kit reports each of its calls to its vendor.
    env: { DO_NOT_TRACK: '1' },
  },
})
