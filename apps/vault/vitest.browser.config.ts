import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { headlessLaunch } from '../../scripts/chromiumLaunch.ts'
import { testTimeouts } from '../../scripts/testTimeouts.ts'

export default defineConfig({
  optimizeDeps: { include: ['axe-core'] },
  test: {
    ...testTimeouts,
    name: 'vault browser',
    include: ['src/**/*.browser.test.tsx'],
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({ launchOptions: headlessLaunch }),
      instances: [{ browser: 'chromium' }],
      screenshotFailures: false,
    },
  },
})
