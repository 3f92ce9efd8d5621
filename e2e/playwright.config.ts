import { defineConfig } from '@playwright/test'
import { headlessLaunch } from '../scripts/chromiumLaunch.ts'

/** `extended` runs only the rows that `extendedTier` marks, `standard` all the others. */
const isExtended = process.env.LATCHKEY_TIER === 'extended'

/**
 * Journeys through both apps on two sites. Each worker runs a separate stack (`fixtures.ts`), so that a test may stop a server without
 * disturbing another.
 *
 * The trace of a failed test lists its actions and requests. Screenshots and documents would take a third of the processor's time:
 * `--trace=on` records them, for one test at a time. Animations are off, since Chromium drops clicks on a moving frame.
 */
export default defineConfig({
  testDir: '.',
  testMatch: ['journeys/**/*.spec.ts', 'compat/**/*.spec.ts'],
  ...(isExtended ? { grep: /@extended/ } : { grepInvert: /@extended/ }),
  // Journeys mostly wait: for mails, blocks and buttons that arm. Two leave two thirds of two cores idle.
  workers: 3,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  // Long timeouts cost nothing when tests pass; a busy machine is slow, not wrong.
  expect: { timeout: 20_000 },
  reporter: [['list']],
  outputDir: '../node_modules/.cache/e2e',
  use: {
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 800 },
    launchOptions: headlessLaunch,
  },
})
