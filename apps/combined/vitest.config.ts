import { defineProject } from 'vitest/config'
import { sharedWorker } from '../../scripts/sharedWorker.ts'
import { testTimeouts } from '../../scripts/testTimeouts.ts'

export default defineProject({
  test: {
    ...testTimeouts,
    ...sharedWorker,
    name: 'combined',
    include: ['{src,test,mailPreview}/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['../../packages/service-kit/test/template.ts'],
  },
})
