import type { PageKit } from '@latchkey/conformance'
import { chromiumTab } from '../lanes/chromiumTab.ts'
import type { ChromiumGround, Scenario } from '../Scenario.ts'
import {
  answerSoFar,
  ask,
  confirmButton,
  newEmail,
  okOf,
  openWallet,
  personalSign,
  realmAt,
  sdkUrl,
  signByHand,
  signIn,
  startAsking,
  until,
} from '../stage/testUser.ts'

declare const kit: PageKit

/** Documents, workers and storage that disappear, return or are replaced in the middle of an operation. */

const connected = { ok: { isConnected: true } }

/** A wallet with a request on screen. */
const askFor = async ({ stage, testUser, openPage }: ChromiumGround) => {
  const page = await openPage()
  const tab = chromiumTab(page)
  await openWallet(stage, tab)
  await startAsking(tab, 'RPC_REQUEST', personalSign('Left in the middle', testUser.address))
  const button = await until(() => confirmButton(stage, tab))
  return { page, tab, button }
}

export const lifecycleRows: readonly Scenario<ChromiumGround>[] = [
  {
    name: 'the page loads the wallet again under an approval, and the user clicks on',
    attack: async (ground) => {
      const { page, tab, button } = await askFor(ground)
      await tab.evaluate(() => {
        const frame = kit.frame as HTMLIFrameElement
        frame.src += '&again=1'
        return new Promise<void>((resolve) => frame.addEventListener('load', () => resolve(), { once: true }))
      }, undefined)
      for (let time = 0; time < 10; time++) {
        await page.mouse.click(button.x, button.y)
        await page.waitForTimeout(100)
      }
      return [await answerSoFar(tab), await confirmButton(ground.stage, tab), await ask(tab, 'IS_CONNECTED')]
    },
    gets: [undefined, null, connected],
  },
  {
    name: 'the page takes the wallet out and puts it back under an approval',
    attack: async (ground) => {
      const { page, tab, button } = await askFor(ground)
      await tab.evaluate(async () => {
        const frame = kit.frame as HTMLIFrameElement
        frame.remove()
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
        document.body.append(frame)
        await loaded
      }, undefined)
      for (let time = 0; time < 10; time++) {
        await page.mouse.click(button.x, button.y)
        await page.waitForTimeout(100)
      }
      return [await answerSoFar(tab), await ask(tab, 'IS_CONNECTED')]
    },
    gets: [undefined, connected],
  },
  {
    name: 'a wallet of the attacker’s in the place of ours, and ours again',
    attack: async (ground) => {
      const { stage } = ground
      const { tab } = await askFor(ground)
      const load = (url: string): Promise<void> =>
        tab.evaluate((url) => {
          const frame = kit.frame as HTMLIFrameElement
          frame.src = url
          return new Promise<void>((resolve) => frame.addEventListener('load', () => resolve(), { once: true }))
        }, url)
      await load(`${stage.urls.stranger}/sdk`)
      const theirs = realmAt(tab, stage.urls.stranger)
      await theirs.evaluate(() => {
        for (let turn = 0; turn < 3; turn++)
          parent.postMessage({ id: 'fake', type: '@w3m-frame/GET_USER_SUCCESS' }, '*')
      }, undefined)
      await load(sdkUrl(stage))
      return [await answerSoFar(tab), await ask(tab, 'IS_CONNECTED')]
    },
    gets: [undefined, connected],
  },
  {
    name: 'away and back through history under an approval',
    attack: async (ground) => {
      const { page, tab, button } = await askFor(ground)
      await page.goto(`${ground.stage.urls.listed}/elsewhere`)
      await page.goBack()
      for (let time = 0; time < 8; time++) {
        await page.mouse.click(button.x, button.y)
        await page.waitForTimeout(100)
      }
      return (await answerSoFar(tab)) ?? 'no answer'
    },
    gets: 'no answer',
  },
  {
    name: 'a service worker of the page that answers everything itself',
    attack: async (ground) => {
      const { stage } = ground
      const tab = await ground.openTab()
      await tab.goto(`${stage.urls.otherListed}/`)
      await tab.evaluate(async () => {
        await navigator.serviceWorker.register('/service-worker.js')
        await navigator.serviceWorker.ready
        if (navigator.serviceWorker.controller === null)
          await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
        // It intercepts all requests of its own origin; the wallet's document is not its own.
        await kit.embed('/anything')
      }, undefined)
      await tab.evaluate((url) => kit.embed(url).then(() => undefined), sdkUrl(stage))
      const answer = await ask(tab, 'IS_CONNECTED')
      return await tab.evaluate(async (answer) => {
        for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
        return [kit.said().filter(({ text }) => text === 'from the service worker').length, answer]
      }, answer)
    },
    gets: [1, { ok: { isConnected: false } }],
  },
  {
    name: 'the vault’s worker fails under an approval',
    attack: async (ground) => {
      const { page, tab } = await askFor(ground)
      for (const worker of page.workers())
        await worker.evaluate(() => {
          setTimeout(() => {
            throw new Error('Dead')
          })
        })
      return await ask(tab, 'IS_CONNECTED')
    },
    gets: connected,
  },
  {
    name: 'all that the browser stores is gone: logging in again finds the same wallet',
    attack: async ({ stage, testUser, context }) => {
      const elsewhere = await context.browser()?.newContext()
      if (elsewhere === undefined) throw new Error('There is no browser')
      try {
        const tab = chromiumTab(await elsewhere.newPage())
        await openWallet(stage, tab)
        const before = await ask(tab, 'IS_CONNECTED')
        const again = await signIn(stage, tab, testUser.email)
        const signer = await signByHand(stage, tab, testUser.address)
        return [before, again.address === testUser.address, signer === testUser.address]
      } finally {
        await elsewhere.close()
      }
    },
    gets: [{ ok: { isConnected: false } }, true, true],
  },
  {
    name: 'a code that was asked for on the attacker’s device, typed on the user’s, and the other way round',
    attack: async ({ stage, context }) => {
      const email = newEmail()
      const browser = context.browser()
      if (browser === null) throw new Error('There is no browser')
      const [one, other] = [await browser.newContext(), await browser.newContext()]
      try {
        const [mine, theirs] = [chromiumTab(await one.newPage()), chromiumTab(await other.newPage())]
        await openWallet(stage, mine)
        await openWallet(stage, theirs)
        okOf(await ask(mine, 'CONNECT_EMAIL', { email }))
        const myCode = await stage.stack.mailbox.latestCode(email)
        okOf(await ask(theirs, 'CONNECT_EMAIL', { email }))
        const theirCode = await stage.stack.mailbox.latestCode(email)
        const outcomes = [
          await ask(mine, 'CONNECT_OTP', { otp: theirCode }),
          await ask(theirs, 'CONNECT_OTP', { otp: myCode }),
        ].map((answer) => ('error' in answer ? answer.error.name : 'logged in'))
        okOf(await ask(mine, 'CONNECT_OTP', { otp: myCode }))
        const { address } = okOf<{ address: string }>(await ask(mine, 'GET_USER'))
        return [...outcomes, /^0x/.test(address), 'error' in (await ask(theirs, 'GET_USER'))]
      } finally {
        await one.close()
        await other.close()
      }
    },
    gets: ['OTP_INVALID', 'OTP_INVALID', true, true],
  },
  {
    name: 'two pages of one browser log the same user in at once',
    attack: async ({ stage, context }) => {
      const email = newEmail()
      const own = await context.browser()?.newContext()
      if (own === undefined) throw new Error('There is no browser')
      try {
        const tabs = [chromiumTab(await own.newPage()), chromiumTab(await own.newPage())] as const
        for (const tab of tabs) await openWallet(stage, tab)
        await Promise.all(tabs.map((tab) => ask(tab, 'CONNECT_EMAIL', { email })))
        const code = await stage.stack.mailbox.latestCode(email)
        const outcomes = await Promise.all(tabs.map((tab) => ask(tab, 'CONNECT_OTP', { otp: code })))
        const users = await Promise.all(tabs.map((tab) => ask(tab, 'GET_USER')))
        const addresses = users.flatMap((user) => ('ok' in user ? [(user.ok as { address: string }).address] : []))
        return { someoneIn: outcomes.some((outcome) => 'ok' in outcome), wallets: new Set(addresses).size }
      } finally {
        await own.close()
      }
    },
    gets: { someoneIn: true, wallets: 1 },
  },
]
