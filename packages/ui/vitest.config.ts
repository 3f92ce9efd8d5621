import { defineProject } from 'vitest/config'
import { patience } from '../../scripts/patience.ts'

export default defineProject({
  test: {
    ...patience,
    name: 'ui',
    include: ['src/**/*.test.{ts,tsx}'],
    exclude: ['src/**/*.browser.test.tsx'],
    environment: 'node',
  },
})
