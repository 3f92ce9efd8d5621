import { defineProject } from 'vitest/config'
import { patience } from '../../scripts/patience.ts'

export default defineProject({
  test: {
    ...patience,
    name: 'modal',
    include: ['src/**/*.test.{ts,tsx}', 'fuzz/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['src/**/*.browser.test.tsx'],
    environment: 'node',
  },
})
