import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { chromiumLaunch } from '../../../scripts/chromiumLaunch.ts'
import { type Gathering, gatherEvidence } from '../../secrets/gatherEvidence.ts'
import { openWallet as openSecrets, type WalletSecrets } from '../../secrets/openWallet.ts'
import { auditService, auditSigning, auditTabs, auditVisits, lookBefore, type Untouched } from '../audit/audit.ts'
import { auditEvidence } from '../audit/auditEvidence.ts'
import type { Ground, Scenario } from '../scenario.ts'
import { type Stage, startStage } from '../stage/startStage.ts'
import type { Tab } from '../stage/Tab.ts'
import { newEmail, openWallet, signIn, type Visitor } from '../stage/visitor.ts'
import { chromiumTab } from './chromiumTab.ts'

export { expect }

/** A signed-in visitor's browser, watched. One a worker: a login for each row would take the time of all of them. */
export type Home = {
  context: BrowserContext
  gathering: Gathering
  visitor: Visitor
  secrets: WalletSecrets
  before: Untouched
}

/** What Chromium adds: the page itself, for its mouse and keyboard. */
export type ChromiumGround = Ground & {
  context: BrowserContext
  openPage(): Promise<Page>
  tabOf(page: Page): Tab
}

const firstBase = Number(process.env.LATCHKEY_E2E_PORT_BASE ?? 20_000)
const portsPerWorker = 40

export const test = base.extend<object, { stage: Stage; home: Home }>({
  stage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs
    async ({}, use, worker) => {
      const stage = await startStage(firstBase + worker.parallelIndex * portsPerWorker)
      await use(stage)
      await stage.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  launchOptions: [
    async ({ stage }, use) => {
      const { port } = new URL(stage.urls.stranger)
      // Every name on earth is the stranger's: whatever gets out is seen.
      const everywhere = `--host-resolver-rules=MAP * 127.0.0.1:${port}, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1, EXCLUDE 127.0.0.2, EXCLUDE [::1]`
      await use({ ...chromiumLaunch, args: [...chromiumLaunch.args, everywhere] })
    },
    { scope: 'worker' },
  ],
  home: [
    async ({ browser, stage }, use) => {
      const context = await browser.newContext({ viewport: { width: 1000, height: 700 } })
      const gathering = await gatherEvidence(context)
      const tab = chromiumTab(await context.newPage())
      await openWallet(stage, tab)
      const visitor = await signIn(stage, tab, newEmail())
      const secrets = await openSecrets(stage.stack, visitor.address)
      await stage.addStrangersProject()
      const before = await lookBefore(stage, tab, visitor)
      await tab.close()
      await gathering.takeEvidence()
      await use({ context, gathering, visitor, secrets, before })
      await context.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** What is wrong after an attack. `tabs` are the attacker's. */
export const audit = async (stage: Stage, home: Home, tabs: readonly Tab[], from: number): Promise<string[]> => {
  const { context, gathering, visitor, secrets, before } = home
  // First of all: what the honest page does now is no longer the attacker's doing.
  const evidence = await gathering.takeEvidence()
  const page = await context.newPage()
  const honestTab = chromiumTab(page)
  const service = await auditService(stage, honestTab, visitor, before)
  const signing = await auditSigning(stage, honestTab, visitor)
  const looks = await gathering.lookAt(page)
  // Afterwards, so that a late word is heard too.
  const said = await auditTabs(stage, tabs, visitor)
  await page.close()
  const honest = await gathering.takeEvidence()
  const later = honest.filter(({ text }) => !/signature/i.test(text))
  return [
    ...auditVisits(stage, from, visitor),
    ...said,
    ...auditEvidence([...evidence, ...later, ...looks], stage, visitor, secrets),
    ...service,
    ...signing,
  ]
}

/** One test a row, and the same audit after each. */
export const scenarios = (theme: string, rows: readonly Scenario<ChromiumGround>[]): void => {
  test.describe(theme, () => {
    for (const { name, attack, gets } of rows) {
      test(name, async ({ stage, home }) => {
        const { context, visitor } = home
        const pages: Page[] = []
        const openPage = async (): Promise<Page> => {
          const page = await context.newPage()
          pages.push(page)
          page.on('popup', (popup) => pages.push(popup))
          return page
        }
        const from = stage.sites.visits.length
        try {
          const openTab = async (): Promise<Tab> => chromiumTab(await openPage())
          const got = await attack({ stage, visitor, context, openPage, openTab, tabOf: chromiumTab })
          expect.soft(got, 'what the attacker gets').toEqual(gets)
          const open = pages.filter((page) => !page.isClosed()).map(chromiumTab)
          expect(await audit(stage, home, open, from), 'the audit').toEqual([])
        } finally {
          stage.walletFront.tamper(null)
          stage.vaultFront.tamper(null)
          for (const page of pages) await page.close()
        }
      })
    }
  })
}
