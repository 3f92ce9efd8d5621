import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'rpc-websockets', include: ['src/**/*.test.ts'] },
})
