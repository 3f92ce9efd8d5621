import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumLaunch } from '../../../scripts/chromiumLaunch.ts'
import { gatherEvidence } from '../../secrets/gatherEvidence.ts'
import { openWallet as openSecrets, type WalletSecrets } from '../../secrets/openWallet.ts'
import { auditService, auditSigning, auditTabs, auditVisits, lookBefore } from '../audit/audit.ts'
import { auditEvidence } from '../audit/auditEvidence.ts'
import type { ChromiumGround } from '../Scenario.ts'
import type { SharedStage, Stage } from '../stage/startStage.ts'
import { newEmail, openWallet, signIn, type TestUser } from '../stage/testUser.ts'
import { chromiumTab } from './chromiumTab.ts'
import type { Lane } from './Lane.ts'

/** A lane with the data that the audit's own tests need. */
export type ChromiumLane = Lane<ChromiumGround> & {
  stage: Stage
  testUser: TestUser
  secrets: WalletSecrets
  context: BrowserContext
}

/** Every host name resolves to the stranger, so that all leaks are seen; the wallet's and vault's resolve to the front. */
const resolverRules = ({ urls }: SharedStage, frontPort: number): string =>
  [
    ...[urls.wallet, urls.vault].map((origin) => `MAP ${new URL(origin).host} 127.0.0.1:${frontPort}`),
    ...['localhost', '127.0.0.1', '127.0.0.2', '[::1]'].map((host) => `MAP ${host} ${host}`),
    'MAP *.localhost 127.0.0.1',
    `MAP * 127.0.0.1:${new URL(urls.stranger).port}`,
  ].join(', ')

const noSecrets = (address: string): WalletSecrets => ({ address, bytes: {}, words: [] })

/** Signs a user in and collects their secrets, which stops the api briefly; later lanes skip the secrets. */
const openHome = async (browser: Browser, stage: Stage, isFirst: boolean) => {
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 } })
  const gathering = await gatherEvidence(context)
  const honest = await context.newPage()
  const tab = chromiumTab(honest)
  await openWallet(stage, tab)
  const testUser = await signIn(stage, tab, newEmail())
  const secrets = isFirst ? await openSecrets(stage.stack, testUser.address) : noSecrets(testUser.address)
  const before = await lookBefore(stage, tab, testUser)
  await gathering.takeEvidence()
  return { context, gathering, honest, testUser, secrets, before }
}

const openLane = async (browser: Browser, stage: Stage, isFirst: boolean): Promise<ChromiumLane> => {
  const { context, gathering, honest, testUser, secrets, before } = await openHome(browser, stage, isFirst)
  const reset = (): void => {
    stage.walletFront.tamper(null)
    stage.vaultFront.tamper(null)
  }
  let seen = stage.sites.visits.length
  return {
    stage,
    testUser,
    secrets,
    context,
    openGround() {
      reset()
      const pages: Page[] = []
      const openPage = async (): Promise<Page> => {
        const page = await context.newPage()
        pages.push(page)
        page.on('popup', (popup) => pages.push(popup))
        return page
      }
      return {
        ground: { stage, testUser, context, openPage, openTab: async () => chromiumTab(await openPage()) },
        open: () => pages.filter((page) => !page.isClosed()).map(chromiumTab),
        async close() {
          for (const page of pages) await page.close()
        },
      }
    },
    async auditTraces(tabs) {
      const evidence = await gathering.takeEvidence()
      const from = seen
      seen = stage.sites.visits.length
      return [
        ...auditVisits(stage, from, testUser),
        ...(await auditTabs(stage, tabs, testUser)),
        ...auditEvidence(evidence, stage, testUser, secrets),
      ]
    },
    async auditService() {
      reset()
      const traces = await gathering.takeEvidence()
      // The wallet arms only in a visible window.
      await honest.bringToFront()
      const tab = chromiumTab(honest)
      const service = await auditService(stage, tab, testUser, before)
      const signing = await auditSigning(stage, tab, testUser)
      const looks = await gathering.lookAt(honest)
      // Messages to the honest page are not caused by an attacker.
      const later = (await gathering.takeEvidence()).filter(({ text }) => !/signature/i.test(text))
      return [...auditEvidence([...traces, ...later, ...looks], stage, testUser, secrets), ...service, ...signing]
    },
    openAnother: () => openLane(browser, stage, false),
    close: () => context.close(),
  }
}

/** Opens Chromium with a user, whose wallet and vault come through a front. */
export const openChromiumLane = async (shared: SharedStage): Promise<ChromiumLane> => {
  const front = await shared.openFront()
  const args = [...chromiumLaunch.args, `--host-resolver-rules=${resolverRules(shared, front.port)}`]
  const browser = await chromium.launch({ ...chromiumLaunch, args })
  browser.on('disconnected', () => void front.close())
  return await openLane(browser, { ...shared, walletFront: front.wallet, vaultFront: front.vault }, true)
}
