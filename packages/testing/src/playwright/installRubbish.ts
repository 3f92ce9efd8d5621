import type { BrowserContext, Page } from '@playwright/test'
import { malformedProvider } from '../page/malformedProvider.ts'

/**
 * Makes every document that loads from now on announce malformed wallets, before any of the page's code runs. If any of it runs, it sets
 * `latchkeyRubbishRan` on the page's `globalThis`.
 */
export const installRubbish = async (target: Page | BrowserContext): Promise<void> => {
  await target.addInitScript(malformedProvider)
}
