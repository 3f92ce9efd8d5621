import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { headlessLaunch } from '../../scripts/chromiumLaunch.ts'
import { testTimeouts } from '../../scripts/testTimeouts.ts'

export default defineConfig({
  optimizeDeps: {
    include: [
      '@noble/curves/ed25519.js',
      '@noble/curves/secp256k1.js',
      '@noble/hashes/sha2.js',
      '@sats-connect/core',
      '@scure/base',
      '@scure/bip32',
      '@scure/btc-signer',
      '@wallet-standard/app',
      'mipd',
      'viem',
      'viem/accounts',
    ],
  },
  test: {
    ...testTimeouts,
    name: 'testing browser',
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
