import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

/** Journeys through the deployed services, which one worker has to itself, and what users notice when a process is killed. */
export default defineConfig(base, {
  testMatch: [
    ...[
      'main',
      'messages',
      'account',
      'send',
      'solana',
      'joinAccount',
      'settings/account',
      'settings/keys',
      'social/login',
      'smart/batches',
    ].map((name) => `journeys/${name}.spec.ts`),
    'deployed/**/*.spec.ts',
  ],
  // One ages a session in the embedded database. The other one is `joinAccount` here, where the new address also gets a link.
  grepInvert: /a login that is not fresh|another email takes a code from each address/,
  // Every row of these, in any tier.
  grep: /./,
  workers: 1,
  use: { shape: 'deployed' } as object,
})
