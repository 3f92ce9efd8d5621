import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
]

/** Browsers parse hosts in ways of their own, so the tests of origins also run in one. */
export default defineConfig({
  test: {
    name: 'api-client browser',
    api: { port: 4164, strictPort: true },
    include: ['src/origins/*.test.ts'],
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({ launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args } }),
      instances: [{ browser: 'chromium' }],
      screenshotFailures: false,
    },
  },
})
