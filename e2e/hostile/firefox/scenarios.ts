import { test as base, expect } from '@playwright/test'
import { type Browser, launch } from 'puppeteer-core'
import { findFirefox } from '../../../scripts/firefox.ts'
import { auditService, auditTabs, auditVisits, lookBefore, type Untouched } from '../audit/audit.ts'
import type { Ground, Scenario } from '../scenario.ts'
import { type Stage, startStage } from '../stage/startStage.ts'
import type { Tab } from '../stage/Tab.ts'
import { newEmail, openWallet, signIn, type Visitor } from '../stage/visitor.ts'
import { firefoxTab } from './firefoxTab.ts'

/**
 * The same rows in Firefox, over WebDriver BiDi. What a policy or an origin forbids must not depend on the engine; the
 * audit hears windows, sites, chains and storage here, and leaves ports and signing to Chromium.
 */

type Home = { browser: Browser; visitor: Visitor; before: Untouched }

const firstBase = Number(process.env.LATCHKEY_E2E_PORT_BASE ?? 20_000)
const portsPerWorker = 40

const test = base.extend<object, { stage: Stage; home: Home }>({
  stage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs
    async ({}, use, worker) => {
      const stage = await startStage(firstBase + worker.parallelIndex * portsPerWorker)
      await stage.addStrangersProject()
      await use(stage)
      await stage.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  home: [
    async ({ stage }, use) => {
      const executablePath = findFirefox()
      if (executablePath === undefined) throw new Error('Firefox is missing: install it, or set FIREFOX to its path')
      const browser = await launch({ browser: 'firefox', executablePath, headless: true })
      const tab = firefoxTab(await browser.newPage())
      await openWallet(stage, tab)
      const visitor = await signIn(stage, tab, newEmail())
      const before = await lookBefore(stage, tab, visitor)
      await tab.close()
      await use({ browser, visitor, before })
      await browser.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** One test a row, and the same audit after each. */
export const scenarios = (theme: string, rows: readonly Scenario<Ground>[]): void => {
  test.describe(`${theme}, in Firefox`, () => {
    for (const { name, attack, gets } of rows) {
      test(name, async ({ stage, home }) => {
        const { browser, visitor, before } = home
        const tabs: Tab[] = []
        const openTab = async (): Promise<Tab> => {
          const tab = firefoxTab(await browser.newPage())
          tabs.push(tab)
          return tab
        }
        const from = stage.sites.visits.length
        try {
          expect.soft(await attack({ stage, visitor, openTab }), 'what the attacker gets').toEqual(gets)
          const honest = firefoxTab(await browser.newPage())
          const service = await auditService(stage, honest, visitor, before)
          await honest.close()
          const pages = (await browser.pages()).map(firefoxTab)
          const found = [...auditVisits(stage, from, visitor), ...(await auditTabs(stage, pages, visitor)), ...service]
          expect(found, 'the audit').toEqual([])
        } finally {
          stage.walletFront.tamper(null)
          stage.vaultFront.tamper(null)
          for (const page of (await browser.pages()).slice(1)) await page.close().catch(() => undefined)
        }
      })
    }
  })
}
