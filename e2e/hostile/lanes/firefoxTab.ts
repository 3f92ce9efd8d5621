import type { Frame, Page } from 'puppeteer-core'
import type { Realm, Tab } from '../stage/Tab.ts'

const realmOf = (frame: Frame): Realm => ({
  url: () => frame.url(),
  evaluate: (work, argument) => frame.evaluate(work as never, argument as never) as never,
})

export const firefoxTab = (page: Page): Tab => ({
  ...realmOf(page.mainFrame()),
  goto: async (url) => void (await page.goto(url)),
  realms: () => page.frames().map(realmOf),
  click: (x, y) => page.mouse.click(x, y),
  close: () => page.close(),
})
