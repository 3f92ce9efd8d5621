import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--disable-features=PaintHolding,HttpsUpgrades,MediaRouter,LensOverlay',
]

export default defineConfig({
  plugins: [react()],
  optimizeDeps: {
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-dev-runtime',
      'axe-core',
      'jotai/vanilla',
      'jotai/react',
    ],
  },
  test: {
    name: 'modal browser',
    api: { port: 4450, strictPort: true },
    globalSetup: ['test/serveFrame.ts'],
    include: ['src/**/*.browser.test.tsx'],
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args },
        // Chromium loses clicks on a frame that is still moving. Motion itself is tested with the parts.
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
      screenshotFailures: false,
    },
  },
})
