import { defineProject } from 'vitest/config'

export default defineProject({
  test: { name: 'directory', include: ['{src,scripts}/**/*.test.ts'], environment: 'node' },
})
