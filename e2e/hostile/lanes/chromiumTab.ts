import type { Frame, Page } from '@playwright/test'
import type { Realm, Tab } from '../stage/Tab.ts'

const realmOf = (frame: Frame): Realm => ({
  url: () => frame.url(),
  evaluate: (work, argument) => frame.evaluate(work as never, argument) as never,
})

export const chromiumTab = (page: Page): Tab => ({
  url: () => page.url(),
  evaluate: (work, argument) => page.evaluate(work as never, argument) as never,
  goto: async (url) => void (await page.goto(url)),
  realms: () => page.frames().map(realmOf),
  click: (x, y) => page.mouse.click(x, y),
  close: () => page.close(),
})
