import { configDefaults, defineConfig } from 'vitest/config'
import { patience } from '../scripts/patience.ts'

export default defineConfig({
  test: {
    ...patience,
    name: 'chaos',
    include: ['**/*.test.ts'],
    // A stage of its own.
    exclude: [...configDefaults.exclude, 'runChaos.test.ts'],
  },
})
