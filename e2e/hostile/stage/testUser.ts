import { frameAttributes, type KitAnswer, type PageKit } from '@latchkey/conformance'
import { localCluster } from '@latchkey/local'
import { recoverMessageAddress, toHex } from 'viem'
import type { Stage } from './startStage.ts'
import type { Realm, Tab } from './Tab.ts'

declare const kit: PageKit

/** A user with a wallet, who has connected it to the listed page. */
export type TestUser = { email: string; address: string; solanaAddress: string; code: string }

export type WalletQuery = Readonly<Record<string, string>>

export const sdkUrl = (stage: Stage, query: WalletQuery = {}): string =>
  `${stage.urls.wallet}/sdk?${new URLSearchParams({ projectId: 'demo', chainId: 'eip155:31337', version: '4', ...query })}`

/** Opens a page and embeds the wallet in it, in plain sight. */
export const openWallet = async (stage: Stage, tab: Tab, origin = stage.urls.listed, query: WalletQuery = {}) => {
  await tab.goto(`${origin}/`)
  await tab.evaluate(({ url, attributes }) => kit.embed(url, attributes).then(() => undefined), {
    url: sdkUrl(stage, query),
    attributes: frameAttributes,
  })
  // On a busy machine the document appears after the kit's timeout for engines that never report a rejection.
  await until(async () => tab.realms().some((realm) => realm.url().startsWith(`${stage.urls.wallet}/`)))
}

/** Sends one request of profile 4 to the wallet that the page has embedded last. */
export const ask = (page: Realm, name: string, payload?: unknown): Promise<KitAnswer> =>
  page.evaluate(({ name, payload }) => kit.ask(name, payload), { name, payload })

/** The same, without waiting: the response is stored as `kept.answer`. */
export const startAsking = (page: Realm, name: string, payload?: unknown): Promise<void> =>
  page.evaluate(
    ({ name, payload }) => {
      delete kit.kept.answer
      const keep = (answer: KitAnswer): void => {
        kit.kept.answer = answer
      }
      // A removed frame never responds.
      kit.ask(name, payload).then(keep, () => undefined)
    },
    { name, payload },
  )

export const answerSoFar = (page: Realm): Promise<KitAnswer | undefined> =>
  page.evaluate(() => kit.kept.answer as KitAnswer | undefined, undefined)

export const okOf = <result>(answer: KitAnswer): result => {
  if ('ok' in answer) return answer.ok as result
  throw new Error(`The wallet refused: ${JSON.stringify(answer.error)}`)
}

/** Polls until there is a result. Throws `Error` when there is none within 60 s. */
export const until = async <result>(
  look: () => Promise<result | null | undefined | false>,
  pauseMs = 30,
): Promise<result> => {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const found = await look()
    if (found !== null && found !== undefined && found !== false) return found
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  throw new Error(`Nothing came of ${look.toString()}`)
}

export const realmAt = (tab: Tab, origin: string): Realm => {
  const realm = tab.realms().find((candidate) => candidate.url().startsWith(`${origin}/`))
  if (realm === undefined) throw new Error(`The tab shows no document of ${origin}`)
  return realm
}

/** Signs in by email only with messages, as a page of profile 4 does. */
export const signIn = async (stage: Stage, tab: Tab, email: string): Promise<TestUser> => {
  okOf(await ask(tab, 'CONNECT_EMAIL', { email }))
  const code = await stage.stack.mailbox.latestCode(email)
  okOf(await ask(tab, 'CONNECT_OTP', { otp: code }))
  const addressOn = async (chainId: string | number): Promise<string> =>
    okOf<{ address: string }>(await ask(tab, 'GET_USER', { chainId })).address
  // The wallet stores a page's Solana network: this must not change later.
  const solanaAddress = await addressOn(localCluster.caipNetworkId)
  return { email, address: await addressOn(31337), solanaAddress, code }
}

export const newEmail = (): string => `user-${crypto.randomUUID().slice(0, 8)}@example.org`

/** Returns the confirm button's position in the wallet's document, and whether it is enabled; null while there is none. */
export const buttonInside = async (stage: Stage, tab: Tab) =>
  tab
    .realms()
    .find((realm) => realm.url().startsWith(`${stage.urls.wallet}/`))
    ?.evaluate(() => {
      const buttons = [...document.querySelectorAll('button')]
      const button = buttons.find(({ textContent }) => /^(Confirm|Sign|Send|Scroll to review)/.test(textContent ?? ''))
      if (button === undefined) return null
      const { left, top, width, height } = button.getBoundingClientRect()
      const isArmed = !button.matches(':disabled, [aria-disabled=true], [data-arming]')
      return { x: left + width / 2, y: top + height / 2, isArmed }
    }, undefined)

/** The same in the tab. */
export const confirmButton = async (stage: Stage, tab: Tab) => {
  const inside = await buttonInside(stage, tab)
  const frame = await tab.evaluate(() => {
    const box = kit.frame?.getBoundingClientRect()
    return box === undefined ? null : { left: box.left, top: box.top }
  }, undefined)
  return inside && frame ? { ...inside, x: inside.x + frame.left, y: inside.y + frame.top } : null
}

export const personalSign = (text: string, address: string) => ({
  method: 'personal_sign',
  params: [toHex(text), address],
})

/** A permit on the user's chain: besides its sentence it has an amount, a spender and an expiry, which must be seen. */
export const permit = (address: string) => ({
  method: 'eth_signTypedData_v4',
  params: [
    address,
    JSON.stringify({
      domain: { name: 'USD Coin', version: '1', chainId: 31337, verifyingContract: `0x${'ab'.repeat(20)}` },
      types: {
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'Permit',
      message: {
        owner: address,
        spender: `0x${'cd'.repeat(20)}`,
        value: '25000000',
        nonce: '0',
        deadline: '1900000000',
      },
    }),
  ],
})

/** Requests a signature and confirms it by hand, once that is possible. Returns the signer. */
export const signByHand = async (stage: Stage, tab: Tab, address: string): Promise<string> => {
  const message = `Honest ${crypto.randomUUID()}`
  await startAsking(tab, 'RPC_REQUEST', personalSign(message, address))
  const answer = await until(async () => {
    const button = await confirmButton(stage, tab)
    if (button?.isArmed) await tab.click(button.x, button.y)
    return await answerSoFar(tab)
  }, 100)
  return await recoverMessageAddress({ message, signature: okOf<`0x${string}`>(answer) })
}

/** Returns the path of a script that the vault's document loads on demand, as its own script names it. */
export const vaultFile = async ({ stage }: { stage: Stage }, name: 'screens' | 'kdf'): Promise<string> => {
  const textOf = async (path: string): Promise<string> => (await fetch(`${stage.urls.vault}${path}`)).text()
  const [, script = ''] = /src="([^"]+)"/.exec(await textOf('/vault?projectId=demo')) ?? []
  const [path] = new RegExp(`/vault-${name}-[0-9a-f]+[.]js`).exec(await textOf(script)) ?? []
  if (path === undefined) throw new Error(`The vault names no file for its ${name}`)
  return path
}
