import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumLaunch } from '../../scripts/chromiumLaunch.ts'
import { testTimeouts } from '../../scripts/testTimeouts.ts'

export default defineConfig({
  plugins: [react()],
  optimizeDeps: {
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-dev-runtime',
      'axe-core',
      '@noble/curves/ed25519.js',
      '@noble/curves/secp256k1.js',
      '@scure/base',
      '@scure/btc-signer',
      '@solana/web3.js',
      '@wallet-standard/app',
      'jotai/vanilla',
      'jotai/react',
      'mipd',
      'viem',
      'viem/accounts',
      'viem/chains',
      'viem/utils',
      'wagmi',
      'wagmi/actions',
      'wagmi-core-2',
      '@tanstack/react-query',
    ],
  },
  test: {
    ...testTimeouts,
    name: 'modal browser',
    globalSetup: ['test/serveFrame.ts'],
    include: ['src/**/*.browser.test.tsx'],
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        // The whole Chromium: its headless shell drops clicks on the wallet's frame when that has just been shown.
        launchOptions: chromiumLaunch,
        // Chromium loses clicks on a frame that is still moving. Motion itself is tested with the parts.
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
      screenshotFailures: false,
    },
  },
})
