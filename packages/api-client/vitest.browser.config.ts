import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { headlessLaunch } from '../../scripts/chromiumLaunch.ts'
import { testTimeouts } from '../../scripts/testTimeouts.ts'

/** Browsers differ in how they parse hosts, so the tests of origins also run in one. */
export default defineConfig({
  test: {
    ...testTimeouts,
    name: 'api-client browser',
    include: ['src/origins/*.test.ts'],
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({ launchOptions: headlessLaunch }),
      instances: [{ browser: 'chromium' }],
      screenshotFailures: false,
    },
  },
})
