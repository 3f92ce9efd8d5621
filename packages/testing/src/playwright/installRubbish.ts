import type { BrowserContext, Page } from '@playwright/test'
import { malformedProvider } from '../page/malformedProvider.ts'

/**
 * Has every document that loads from now on announce what no honest wallet announces, before anything of the page runs.
 * Whatever of it gets to run sets `latchkeyRubbishRan` on the page's `globalThis`.
 */
export const installRubbish = async (target: Page | BrowserContext): Promise<void> => {
  await target.addInitScript(malformedProvider)
}
