import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  reporter: 'list',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: process.env.DAPP_URL,
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      // The last switch replaces Playwright's own, which turns storage partitioning off: the wallet needs it, as users have it.
      args: ['--no-sandbox', '--disable-gpu', '--disable-features=HttpsUpgrades'],
    },
  },
})
