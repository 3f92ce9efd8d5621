import { defineProject } from 'vitest/config'
import { patience } from '../../scripts/patience.ts'

export default defineProject({
  test: { ...patience, name: 'api-client', include: ['src/**/*.test.ts'], environment: 'node' },
})
