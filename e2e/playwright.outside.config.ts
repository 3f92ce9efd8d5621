import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'

/**
 * Projects outside the workspace: one of them in `npm test` (`--project=quick`), all in the extended tier (`--project=all`).
 * They are served one after another, at the address of the demo.
 */
export default defineConfig({
  ...config,
  testMatch: ['outside/*.spec.ts'],
  workers: 1,
  projects: [{ name: 'quick', grep: /@quick/ }, { name: 'all' }],
  // Mostly installing and building a project: wagmi 2 brings 600 packages.
  timeout: 600_000,
  outputDir: '../node_modules/.cache/outside',
})
