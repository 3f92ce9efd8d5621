import { type Browser, launch } from 'puppeteer-core'
import { auditService, auditTabs, auditVisits, lookBefore } from '../audit/audit.ts'
import type { SharedStage, Stage } from '../stage/startStage.ts'
import { newEmail, openWallet, signIn } from '../stage/testUser.ts'
import { firefoxTab } from './firefoxTab.ts'
import type { Lane } from './Lane.ts'

/**
 * The same rows in Firefox, over WebDriver BiDi. What a policy or an origin forbids must not depend on the engine; here the audit covers
 * windows, sites, chains and storage, and leaves ports and signing to Chromium.
 */

/** Firefox has no resolver rules: the front acts as the proxy for the wallet's and the vault's origins. */
const proxyScript = ({ urls }: SharedStage, frontPort: number): string => {
  const origins = JSON.stringify([urls.wallet, urls.vault].map((origin) => `${origin}/`))
  const script = `function FindProxyForURL(url) {
    return ${origins}.some((origin) => url.startsWith(origin)) ? 'PROXY 127.0.0.1:${frontPort}' : 'DIRECT'
  }`
  return `data:application/x-ns-proxy-autoconfig;base64,${Buffer.from(script).toString('base64')}`
}

/** Opens Firefox with a user, whose wallet and vault come through a front. */
export const openFirefoxLane = async (executablePath: string, shared: SharedStage): Promise<Lane> => {
  const front = await shared.openFront()
  const stage: Stage = { ...shared, walletFront: front.wallet, vaultFront: front.vault }
  const browser: Browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: {
      'network.proxy.type': 2,
      'network.proxy.autoconfig_url': proxyScript(shared, front.port),
      'network.proxy.allow_hijacking_localhost': true,
    },
  })
  const reset = (): void => {
    front.wallet.tamper(null)
    front.vault.tamper(null)
  }
  const honest = firefoxTab(await browser.newPage())
  await openWallet(stage, honest)
  const testUser = await signIn(stage, honest, newEmail())
  const before = await lookBefore(stage, honest, testUser)
  // The blank page that Firefox opens with, and the honest one.
  const own = new Set(await browser.pages())
  let seen = stage.sites.visits.length
  return {
    openGround() {
      reset()
      return {
        ground: { stage, testUser, openTab: async () => firefoxTab(await browser.newPage()) },
        open: () => [],
        async close() {
          for (const page of await browser.pages()) if (!own.has(page)) await page.close().catch(() => undefined)
        },
      }
    },
    async auditTraces() {
      const from = seen
      seen = stage.sites.visits.length
      const pages = (await browser.pages()).filter((page) => !own.has(page)).map(firefoxTab)
      return [...auditVisits(stage, from, testUser, true), ...(await auditTabs(stage, pages, testUser))]
    },
    auditService() {
      reset()
      return auditService(stage, honest, testUser, before)
    },
    openAnother: () => openFirefoxLane(executablePath, shared),
    async close() {
      await browser.close()
      await front.close()
    },
  }
}
