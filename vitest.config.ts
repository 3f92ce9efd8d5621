import { defineConfig } from 'vitest/config'

/** All tests that run in Node: `npx vitest run`, or `npx vitest run --project protocol` for one workspace. */
export default defineConfig({
  test: { projects: ['{apps,packages,infra}/*/vitest.config.ts', '{bench,chaos,scripts}/vitest.config.ts'] },
})
