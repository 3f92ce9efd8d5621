import { defineConfig } from 'vitest/config'

/** All tests that run in a browser: `npx vitest run --config vitest.browser.config.ts` */
export default defineConfig({
  test: { projects: ['{apps,packages}/*/vitest.browser.config.ts', 'apps/*/vitest.boundary.config.ts'] },
})
