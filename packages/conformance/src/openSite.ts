import type { Browser, BrowserContext, Page } from 'playwright-core'
import { pageDocument } from './pageKit.ts'

/** One visitor's browser: its storage is its own. The kit's page is served inside it, at any origin. */
export type Site = {
  /** A tab with the kit's page at `origin`. */
  openPage(origin: string, headers?: Readonly<Record<string, string>>): Promise<Page>
  /** Gives a tab back: a new one costs several times what a document does. */
  leavePage(page: Page): Promise<void>
  context: BrowserContext
  close(): Promise<void>
}

/** A new visitor: nothing stored, nobody signed in. */
export const openSite = async (browser: Browser): Promise<Site> => {
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 } })
  const idle: Page[] = []
  return {
    context,
    async openPage(origin, headers = {}) {
      const page = idle.pop() ?? (await context.newPage())
      // Only the document itself: whatever the frame loads from the same host must reach its own server.
      await page.route(`${origin}/`, (route) =>
        route.fulfill({ contentType: 'text/html; charset=utf-8', body: pageDocument, headers }),
      )
      await page.goto(`${origin}/`)
      return page
    },
    async leavePage(page) {
      await page.unrouteAll()
      page.removeAllListeners('request')
      await page.goto('about:blank')
      idle.push(page)
    },
    close: () => context.close(),
  }
}
