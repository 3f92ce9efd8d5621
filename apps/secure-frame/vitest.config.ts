import { defineProject } from 'vitest/config'
import { patience } from '../../scripts/patience.ts'

export default defineProject({
  test: {
    ...patience,
    name: 'secure-frame',
    include: ['{src,server,scripts}/**/*.test.ts'],
    environment: 'node',
  },
})
