import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from '../scripts/chromiumLaunch.ts'

/**
 * Journeys through both apps on two sites. Each worker runs a stack of its own (`fixtures.ts`), so that a test may stop
 * a server without disturbing another.
 */
export default defineConfig({
  testDir: '.',
  testMatch: ['journeys/**/*.spec.ts', 'compat/**/*.spec.ts'],
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  // Patience costs nothing where all is well; a busy machine is slow, not wrong.
  expect: { timeout: 20_000 },
  reporter: [['list']],
  outputDir: '../node_modules/.cache/e2e',
  use: {
    trace: 'retain-on-failure',
    viewport: { width: 1280, height: 800 },
    launchOptions: chromiumLaunch,
  },
})
