import { defineConfig } from 'vitest/config'
import { patience } from '../../scripts/patience.ts'

export default defineConfig({
  test: {
    ...patience,
    name: 'chains',
    include: ['src/**/*.test.ts'],
    // Else @metamask/smart-accounts-kit reports every call of it to its maker.
    env: { DO_NOT_TRACK: '1' },
  },
})
