import { defineConfig } from 'vitest/config'
import { sharedWorker } from '../../scripts/sharedWorker.ts'
import { patience } from '../../scripts/testTimeouts.ts'

export default defineConfig({
  test: {
    ...patience,
    ...sharedWorker,
    name: 'chains',
    include: ['src/**/*.test.ts'],
    // Else @metamask/smart-accounts-kit reports every call of it to its maker.
    env: { DO_NOT_TRACK: '1' },
  },
})
