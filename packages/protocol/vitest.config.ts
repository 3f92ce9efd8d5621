import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'protocol',
    include: ['{src,fuzz,scripts}/**/*.test.ts'],
    exclude: ['src/**/*.browser.test.ts'],
    environment: 'node',
  },
})
