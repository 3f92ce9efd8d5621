import { test as base } from '@playwright/test'
import type { Face } from '../page/faces.ts'
import type { PageWallet } from '../TestWallet.ts'
import { installWallet } from './installWallet.ts'

export type WalletFixtures = {
  /** Adds a wallet to every page of the test's context, and returns it. */
  install: <wallet extends PageWallet<Face>>(wallet: wallet) => Promise<wallet>
}

/** Playwright's `test` with wallets to install; `mergeTests` adds it to fixtures of your own. */
export const walletTest = base.extend<WalletFixtures>({
  install: async ({ context }, use) => {
    await use((wallet) => installWallet(context, wallet))
  },
})
