import { defineConfig } from 'vitest/config'
import { patience } from '../../scripts/patience.ts'

export default defineConfig({
  test: { ...patience, name: 'paymaster', include: ['src/**/*.test.ts'] },
})
