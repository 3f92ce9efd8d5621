import { defineProject } from 'vitest/config'
import { patience } from '../../scripts/patience.ts'
import { sharedWorker } from '../../scripts/sharedWorker.ts'

export default defineProject({
  test: {
    ...patience,
    ...sharedWorker,
    name: 'protocol',
    include: ['{src,fuzz,scripts}/**/*.test.ts'],
    exclude: ['src/**/*.browser.test.ts'],
    environment: 'node',
  },
})
