import type { KitAnswer, PageKit } from '@latchkey/conformance'
import type { Page } from '@playwright/test'
import { SignInPage } from '../../pages/SignInPage.ts'
import type { ChromiumGround, Scenario } from '../Scenario.ts'
import type { Tab } from '../stage/Tab.ts'
import { answerSoFar, ask, newEmail, okOf, openWallet, signIn, startAsking } from '../stage/testUser.ts'

declare const kit: PageKit

/** Sign-ins at a provider: windows, URLs and results passed between pages. */

const open = async (ground: ChromiumGround, origin: string): Promise<Tab> => {
  const tab = await ground.openTab()
  await openWallet(ground.stage, tab, origin)
  return tab
}

/** Starts a sign-in from a page; returns its window's URL. */
const begin = async (tab: Tab): Promise<string> =>
  okOf<{ uri: string }>(await ask(tab, 'GET_SOCIAL_REDIRECT_URI', { provider: 'google' })).uri

/** Opens a window from a page, in which the user signs in and consents. */
const signInFrom = async (
  { context }: ChromiumGround,
  opener: Tab,
  uri: string,
  email = newEmail(),
): Promise<SignInPage> => {
  const opening = context.waitForEvent('page')
  await opener.evaluate((uri) => void globalThis.open(uri), uri)
  const window = new SignInPage(await opening)
  await window.signIn(email)
  return window
}

/** Returns the message that the window has posted to the page, once it has. */
const resultHeard = async (tab: Tab): Promise<string> => {
  const heard = await tab.evaluate(async () => {
    const find = () => kit.said().find(({ text }) => text.includes('resultUri'))
    while (find() === undefined) await new Promise((resolve) => setTimeout(resolve, 20))
    return find()?.text ?? ''
  }, undefined)
  return (JSON.parse(heard) as { resultUri: string }).resultUri
}

const resultsHeard = (tab: Tab): Promise<string[]> =>
  tab.evaluate(
    () =>
      kit
        .said()
        .map(({ text }) => text)
        .filter((text) => text.includes('resultUri')),
    undefined,
  )

const refusal = (answer: KitAnswer): string => ('error' in answer ? answer.error.message : JSON.stringify(answer))
const oneMoreStep = 'The wallet needs the user for one more step of this sign-in'
const notSignedIn = 'Not signed in, or this account is not connected'
const over = 'This sign-in has expired or was already used. Please try again'

export const socialRows: readonly Scenario<ChromiumGround>[] = [
  {
    name: 'a stranger opens the window of a sign-in that a listed page has begun',
    attack: async (ground) => {
      const { listed, stranger } = ground.stage.urls
      const uri = await begin(await open(ground, listed))
      const thief = await ground.openTab()
      await thief.goto(`${stranger}/`)
      const window = await signInFrom(ground, thief, uri)
      await window.agree()
      return await resultsHeard(thief)
    },
    gets: [],
  },
  {
    name: 'another listed page brings what came of a sign-in that is not its own',
    attack: async (ground) => {
      const { listed, otherListed } = ground.stage.urls
      const owner = await open(ground, listed)
      const window = await signInFrom(ground, owner, await begin(owner))
      await window.agree()
      const resultUri = await resultHeard(owner)
      const thief = await open(ground, otherListed)
      const without = refusal(await ask(thief, 'CONNECT_SOCIAL', { uri: resultUri }))
      await begin(thief)
      return [without, refusal(await ask(thief, 'CONNECT_SOCIAL', { uri: resultUri }))]
    },
    gets: [over, over],
  },
  {
    name: 'a page has the user sign in for an attempt of its own: nothing goes on before the user says so',
    attack: async (ground) => {
      const { otherListed } = ground.stage.urls
      const thief = await open(ground, otherListed)
      const uri = await begin(thief)
      await startAsking(thief, 'CONNECT_SOCIAL', { uri })
      const page: Page = await ground.openPage()
      await page.goto(uri)
      const window = new SignInPage(page)
      await window.signIn(newEmail())
      await window.expectHeading('Did you start this?')
      const shown = await page.getByRole('main').textContent()
      await page.getByRole('button', { name: 'Not me' }).click()
      await window.expectHeading('You weren’t signed in')
      await ask(thief, 'IS_CONNECTED')
      return [shown?.includes(new URL(otherListed).host), await answerSoFar(thief)]
    },
    gets: [true, undefined],
  },
  {
    name: 'a listed page would go on with a sign-in whose address has a wallet, without its user',
    attack: async (ground) => {
      const { stage } = ground
      const email = newEmail()
      // On another site than the honest user's session: it has separate storage.
      const page = await open(ground, stage.urls.otherListed)
      await signIn(stage, page, email)
      await ask(page, 'SIGN_OUT')
      const window = await signInFrom(ground, page, await begin(page), email)
      await window.agree()
      const uri = await resultHeard(page)
      const answers = [
        await ask(page, 'CONNECT_SOCIAL', { uri }),
        await ask(page, 'CONNECT_OTP', { otp: '000000' }),
        await ask(page, 'CONNECT_OTP'),
        await ask(page, 'CONNECT_SOCIAL', { uri }),
        await ask(page, 'GET_USER'),
      ]
      return [answers.map(refusal), JSON.stringify(answers).includes(email)]
    },
    gets: [
      [
        oneMoreStep,
        'This code has expired. Ask for a new one',
        'The parameters do not match the method',
        oneMoreStep,
        notSignedIn,
      ],
      false,
    ],
  },
  {
    name: 'a listed page would make a second wallet of a code whose address has one',
    attack: async (ground) => {
      const { stage } = ground
      const email = newEmail()
      const page = await open(ground, stage.urls.otherListed)
      const window = await signInFrom(ground, page, await begin(page), email)
      await window.agree()
      okOf(await ask(page, 'CONNECT_SOCIAL', { uri: await resultHeard(page) }))
      await ask(page, 'SIGN_OUT')
      okOf(await ask(page, 'CONNECT_EMAIL', { email }))
      const otp = await stage.stack.mailbox.latestCode(email)
      const answers = [
        await ask(page, 'CONNECT_OTP', { otp }),
        await ask(page, 'CONNECT_OTP', { otp }),
        await ask(page, 'GET_USER'),
      ]
      return [answers.map(refusal), /google|example\.org/i.test(JSON.stringify(answers))]
    },
    gets: [[oneMoreStep, oneMoreStep, notSignedIn], false],
  },
  {
    name: 'a stranger frames the page that a provider leads back to',
    attack: async (ground) => {
      const { wallet, stranger } = ground.stage.urls
      const tab = await ground.openTab()
      await tab.goto(`${stranger}/`)
      const fields = { attempt: crypto.randomUUID(), result: 'A'.repeat(43), origin: stranger, number: '07' }
      const url = `${wallet}/social#${new URLSearchParams(fields)}`
      await tab.evaluate((url) => kit.embed(url).then(() => undefined), url)
      return await resultsHeard(tab)
    },
    gets: [],
  },
]
