import { defineProject } from 'vitest/config'
import { patience } from '../../scripts/patience.ts'

export default defineProject({
  test: { ...patience, name: 'directory', include: ['{src,scripts}/**/*.test.ts'], environment: 'node' },
})
