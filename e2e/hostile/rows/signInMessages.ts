import type { KitAnswer, PageKit } from '@latchkey/conformance'
import { chromiumTab } from '../lanes/chromiumTab.ts'
import type { ChromiumGround, Scenario } from '../Scenario.ts'
import type { Tab } from '../stage/Tab.ts'
import { ask, newEmail, okOf, openWallet, signIn } from '../stage/testUser.ts'

declare const kit: PageKit

/** Signatures of sign-in messages that a page tries to get without the user's consent, and the data in them. */

type Parts = { origin: string; statement?: string; resource?: string; chain?: string }

const siwxMessage = ({ origin, statement, resource, chain = '31337' }: Parts) => ({
  accountAddress: '<<AccountAddress>>',
  chainId: `eip155:${chain}`,
  serializedMessage: [
    `${new URL(origin).host} wants you to sign in with your Ethereum account:`,
    '<<AccountAddress>>',
    '',
    ...(statement === undefined ? [] : [statement]),
    '',
    `URI: ${origin}`,
    'Version: 1',
    `Chain ID: ${chain}`,
    `Nonce: ${crypto.randomUUID().replaceAll('-', '')}`,
    `Issued At: ${new Date().toISOString()}`,
    ...(resource === undefined ? [] : ['Resources:', `- ${resource}`]),
  ].join('\n'),
})

/** Returns whether the wallet has responded with an account, and whether with a signature. */
const outcome = (answer: KitAnswer): string => {
  const user = okOf<{ address?: string; signature?: string; message?: string }>(answer)
  return `${user.address === undefined ? 'no account' : 'account'}, ${'signature' in user || 'message' in user ? 'signed' : 'unsigned'}`
}
const unsigned = 'account, unsigned'

const getUser = async (tab: Tab, parts: Parts): Promise<string> =>
  outcome(await ask(tab, 'GET_USER', { chainId: 31337, siwxMessage: siwxMessage(parts) }))

const words = { statement: 'I hand over everything.' }

/** The same over the channel of profile 5, which stays in the page. */
const openLine = async (ground: ChromiumGround) => {
  const page = await ground.openPage()
  const tab = chromiumTab(page)
  const origin = ground.stage.urls.otherListed
  await openWallet(ground.stage, tab, origin, { version: '5' })
  await tab.evaluate(async () => void (await kit.hello()), undefined)
  const askOn = (name: string, payload?: unknown): Promise<KitAnswer> =>
    tab.evaluate(({ name, payload }) => kit.askOn(kit.ports[0] as MessagePort, name, payload), { name, payload })
  return { page, origin, askOn }
}
type Line = Awaited<ReturnType<typeof openLine>>

/** A user signs in by typing the code in the wallet, while a page tries to get a message signed with it. */
const signInByHand = async (
  { stage }: ChromiumGround,
  { page, askOn }: Line,
  shown: object,
  whileShown: () => Promise<void> = async () => undefined,
): Promise<void> => {
  const email = newEmail()
  okOf(await askOn('CONNECT_EMAIL', { email }))
  const finished = askOn('CONNECT_OTP', { siwxMessage: shown })
  const code = await stage.stack.mailbox.latestCode(email)
  const wallet = page.frameLocator('#w3m-iframe')
  await wallet.getByText('Full message').waitFor()
  await whileShown()
  await wallet.getByRole('textbox').click()
  await page.keyboard.type(code)
  okOf(await finished)
}

export const signInMessageRows: readonly Scenario<ChromiumGround>[] = [
  {
    name: 'a page asks for a signed message at every reconnect and network switch of a session that was there before',
    attack: async (ground) => {
      const { listed, otherListed } = ground.stage.urls
      const tab = await ground.openTab()
      await openWallet(ground.stage, tab, listed)
      return [
        await getUser(tab, { origin: listed }),
        await getUser(tab, { origin: listed, ...words }),
        await getUser(tab, { origin: otherListed }),
        await getUser(tab, { origin: 'https://bank.example' }),
        await getUser(tab, { origin: listed, resource: 'urn:recap:eyJhdHQiOnt9LCJwcmYiOltdfQ' }),
        await getUser(tab, { origin: listed, chain: '1337' }),
      ]
    },
    gets: Array(6).fill(unsigned),
  },
  {
    name: 'a page of profile 4 that its user has just signed in to has words signed that the user wasn’t shown, then asks again',
    attack: async (ground) => {
      const origin = ground.stage.urls.otherListed
      const tab = await ground.openTab()
      await openWallet(ground.stage, tab, origin)
      await signIn(ground.stage, tab, newEmail())
      return [await getUser(tab, { origin, ...words }), await getUser(tab, { origin })]
    },
    gets: [unsigned, unsigned],
  },
  {
    name: 'a page of profile 5 changes the message after it was shown, then asks for the one that was',
    attack: async (ground) => {
      const line = await openLine(ground)
      const { origin, askOn } = line
      const shown = siwxMessage({ origin, statement: 'Welcome back.' })
      await signInByHand(ground, line, shown)
      const ask = async (siwxMessage: object) => outcome(await askOn('GET_USER', { chainId: 31337, siwxMessage }))
      return [await ask(siwxMessage({ origin, ...words })), await ask(shown)]
    },
    gets: [unsigned, unsigned],
  },
  {
    name: 'a page of profile 5 covers the words, and leaves the field for the code',
    attack: async (ground) => {
      const line = await openLine(ground)
      const { page, origin, askOn } = line
      const shown = siwxMessage({ origin, ...words })
      await signInByHand(ground, line, shown, async () => {
        const field = page.frameLocator('#w3m-iframe').getByRole('textbox')
        const box = await field.boundingBox()
        await page.evaluate(
          (top) => {
            const cover = document.body.appendChild(document.createElement('div'))
            cover.style.cssText = `position: fixed; inset: ${top}px 0 0; background: white; pointer-events: none`
          },
          (box?.y ?? 0) + (box?.height ?? 0),
        )
      })
      return outcome(await askOn('GET_USER', { chainId: 31337, siwxMessage: shown }))
    },
    gets: unsigned,
  },
  {
    name: 'a page of profile 5 would know the email and the addresses of its user without asking them',
    attack: async (ground) => {
      const line = await openLine(ground)
      const { origin, askOn } = line
      await signInByHand(ground, line, siwxMessage({ origin, ...words }))
      const named = async (scopes: string[]) => {
        const answer = await askOn('GET_ID_TOKEN', { scopes })
        return 'error' in answer ? answer.error.name : 'a token'
      }
      return [await named(['email']), await named(['wallets']), await named(['wallets', 'email'])]
    },
    gets: Array(3).fill('CONTINUE_IN_WALLET'),
  },
  {
    name: 'a page of profile 5 shares the email of its user for purposes that the operator did not set',
    attack: async (ground) => {
      const line = await openLine(ground)
      const { origin, askOn } = line
      const share = async (purpose: string) => {
        const answer = await askOn('SHARE_EMAIL', { purpose })
        return 'error' in answer ? answer.error.name : 'shared'
      }
      await signInByHand(ground, line, siwxMessage({ origin, ...words }))
      return [await share('Anything we like'), await share('News about your orders.')]
    },
    gets: ['PURPOSE_CHANGED', 'PURPOSE_CHANGED'],
  },
]
