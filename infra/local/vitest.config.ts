import { defineConfig } from 'vitest/config'
import { patience } from '../../scripts/patience.ts'

export default defineConfig({
  test: { ...patience, name: 'local', include: ['{src,contracts}/**/*.test.ts'] },
})
