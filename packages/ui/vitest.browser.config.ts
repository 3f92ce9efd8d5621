import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { headlessLaunch } from '../../scripts/chromiumLaunch.ts'
import { testTimeouts } from '../../scripts/testTimeouts.ts'

export default defineConfig({
  plugins: [react()],
  optimizeDeps: {
    include: ['react', 'react-dom', 'react-dom/client', 'react/jsx-dev-runtime', 'axe-core'],
  },
  test: {
    ...testTimeouts,
    name: 'ui browser',
    // Each test mounts and removes its own parts, so files share a page.
    isolate: false,
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
