import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'

/** The hostile suite: `npm test -- --only=hostile`. Each worker has a stage of its own (`hostile/stage`). */
export default defineConfig({
  ...config,
  testMatch: ['hostile/chromium/*.spec.ts'],
  timeout: 60_000,
  outputDir: '../node_modules/.cache/hostile',
  // Every row makes contexts of its own kind; a trace of each would take longer than the row.
  use: { ...config.use, trace: 'off' },
})
