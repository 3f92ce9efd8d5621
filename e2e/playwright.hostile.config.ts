import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'

/**
 * The hostile suite: `npm test -- --only=hostile`, or one browser's with `--project`. Each worker has a stage of its own
 * (`hostile/stage`).
 */
export default defineConfig({
  ...config,
  testMatch: [],
  projects: [
    { name: 'chromium', testMatch: ['hostile/chromium/*.spec.ts'] },
    { name: 'firefox', testMatch: ['hostile/firefox/*.spec.ts'] },
  ],
  timeout: 60_000,
  outputDir: '../node_modules/.cache/hostile',
  // A trace of each row would take longer than the row.
  use: { ...config.use, trace: 'off' },
})
