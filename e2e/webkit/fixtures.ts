import { test as base } from '../fixtures.ts'
import { Safari } from './Safari.ts'
import { startWebDriver, type WebDriverServer } from './startWebDriver.ts'

/** With WebKit in place of Playwright's browser. */
export const test = base.extend<{ safari: Safari }, { webDriver: WebDriverServer }>({
  webDriver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs
    async ({}, use) => {
      const server = await startWebDriver()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  safari: async ({ webDriver }, use, info) => {
    const session = await webDriver.openBrowser()
    await use(new Safari(session))
    if (info.status !== info.expectedStatus)
      await info.attach('screen', { body: await session.screenshot(), contentType: 'image/png' })
    await session.close()
  },
})

export { expect } from '@playwright/test'
