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
      'settings/account',
      'settings/keys',
      'social/login',
      'smart/batches',
    ].map((name) => `journeys/${name}.spec.ts`),
    'deployed/**/*.spec.ts',
  ],
  workers: 1,
  use: { shape: 'deployed' } as object,
})
