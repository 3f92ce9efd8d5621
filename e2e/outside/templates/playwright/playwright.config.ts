import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  reporter: 'list',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: process.env.DAPP_URL,
    launchOptions: { executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] },
  },
})
