import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'secure-frame',
    include: ['{src,server,scripts}/**/*.test.ts'],
    environment: 'node',
  },
})
