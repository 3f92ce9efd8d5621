import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'modal',
    include: ['src/**/*.test.{ts,tsx}', 'fuzz/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['src/**/*.browser.test.tsx'],
    environment: 'node',
  },
})
