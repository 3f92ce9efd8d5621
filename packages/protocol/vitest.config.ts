import { defineProject } from 'vitest/config'
import { patience } from '../../scripts/patience.ts'

export default defineProject({
  test: {
    ...patience,
    name: 'protocol',
    include: ['{src,fuzz,scripts}/**/*.test.ts'],
    exclude: ['src/**/*.browser.test.ts'],
    environment: 'node',
  },
})
