import { defineProject } from 'vitest/config'
import { patience } from '../../scripts/patience.ts'
import { sharedWorker } from '../../scripts/sharedWorker.ts'

export default defineProject({
  test: {
    ...patience,
    ...sharedWorker,
    name: 'ui',
    include: ['src/**/*.test.{ts,tsx}'],
    exclude: ['src/**/*.browser.test.tsx'],
    environment: 'node',
  },
})
