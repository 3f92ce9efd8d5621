import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

/** Journeys through the deployed shape, which one worker has to itself, and what a person notices when a process of it is killed. */
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
  // One ages a session in the embedded database. The other one is `joinAccount` here, where the new address is asked by a link too.
  grepInvert: /a login that is not fresh|another email takes a code from each address/,
  // Whatever the tier: every row of these.
  grep: /./,
  workers: 1,
  use: { shape: 'deployed' } as object,
})
