import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'local', include: ['{src,contracts}/**/*.test.ts'], testTimeout: 20_000, hookTimeout: 20_000 },
})
