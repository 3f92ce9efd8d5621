import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { headlessLaunch } from '../../scripts/chromiumLaunch.ts'
import { testTimeouts } from '../../scripts/testTimeouts.ts'

export default defineConfig({
  optimizeDeps: { include: ['zod/mini'] },
  test: {
    ...testTimeouts,
    name: 'protocol browser',
    globalSetup: ['test/serveFrame.ts'],
    include: ['src/**/*.browser.test.ts'],
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({ launchOptions: headlessLaunch }),
      instances: [{ browser: 'chromium' }],
      screenshotFailures: false,
    },
  },
})
