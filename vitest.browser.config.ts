import { defineConfig } from 'vitest/config'

/** All tests that need a browser, inside it or driving it: `npx vitest run --config vitest.browser.config.ts` */
export default defineConfig({
  test: { projects: ['{apps,packages}/*/vitest.{browser,boundary}.config.ts'] },
})
