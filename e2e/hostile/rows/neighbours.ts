import { frameAttributes, type PageKit } from '@latchkey/conformance'
import type { Ground, Scenario } from '../Scenario.ts'
import type { Realm, Tab } from '../stage/Tab.ts'
import { ask, openWallet, realmAt, until } from '../stage/testUser.ts'

declare const kit: PageKit

/** Windows beside and around the honest page: they have a handle on the wallet's window, and are not its parent. */

/** Sends messages from a neighbor to every window that it can reach from `root`. */
const sayEverywhere = (realm: Realm, root: 'parent' | 'opener' | 'opened'): Promise<void> =>
  realm.evaluate(async (root) => {
    const say = (window: Window): void => {
      for (const name of ['SIGN_OUT', 'GET_USER', 'IS_CONNECTED'])
        window.postMessage({ id: `stranger-${name}`, type: `@w3m-app/${name}` }, '*')
      const { port2 } = new MessageChannel()
      window.postMessage({ type: '@w3m-app/HELLO', payload: { profile: 5, nonce: 'stranger' } }, '*', [port2])
      for (let index = 0; index < window.frames.length; index++) {
        const frame = window.frames[index]
        if (frame !== undefined && frame !== globalThis.window) say(frame)
      }
    }
    const around = root === 'parent' ? parent : root === 'opener' ? (opener as Window) : (kit.kept.opened as Window)
    say(around)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }, root)

/** Returns the wallet's response to its own page, which must be unchanged. */
const stillConnected = (tab: Tab) => ask(tab, 'IS_CONNECTED')
const connected = { ok: { isConnected: true } }

/** Opens the honest page with a wallet and, beside it, another frame. */
const withSibling = async (
  ground: Ground,
  url: string | null,
  attributes: Record<string, string> = {},
): Promise<Tab> => {
  const tab = await ground.openTab()
  await openWallet(ground.stage, tab)
  await tab.evaluate(
    async ({ url, attributes }) => {
      const wallet = kit.frame
      await kit.embed(url, attributes)
      kit.frame = wallet
    },
    { url, attributes },
  )
  return tab
}

const siblingOf = (tab: Tab, { stage }: Ground): Realm => {
  const { wallet, vault } = stage.urls
  const [, ...inner] = tab.realms()
  const sibling = inner.find((realm) => ![wallet, vault].some((origin) => realm.url().startsWith(origin)))
  if (sibling === undefined) throw new Error('There is no other frame')
  return sibling
}

const kitScript = ({ stage }: Ground): string => `<script src="${stage.urls.listed}/kit.js"></script>`

/** Opens a window from a page and returns both. */
const openFrom = async (ground: Ground, opener: Tab, url: string): Promise<void> => {
  await opener.evaluate((url) => {
    kit.kept.opened = open(url)
  }, url)
  const { visits } = ground.stage.sites
  const { host } = new URL(url)
  await until(async () => visits.some((visit) => visit.host === host))
  await opener.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)), undefined)
}

export const neighbourRows: readonly Scenario[] = [
  {
    name: 'a frame of a stranger beside the wallet speaks to it',
    attack: async (ground) => {
      const tab = await withSibling(ground, `${ground.stage.urls.stranger}/`)
      await sayEverywhere(siblingOf(tab, ground), 'parent')
      return await stillConnected(tab)
    },
    gets: connected,
  },
  {
    name: 'a frame of the same listed page beside the wallet speaks to it',
    attack: async (ground) => {
      const tab = await withSibling(ground, `${ground.stage.urls.listed}/`)
      const sibling = siblingOf(tab, ground)
      await sayEverywhere(sibling, 'parent')
      return [
        await stillConnected(tab),
        await sibling.evaluate(() => kit.said().filter(({ from }) => from !== self.origin), undefined),
      ]
    },
    gets: [connected, []],
  },
  {
    name: 'an injected about:blank frame speaks to the wallet',
    attack: async (ground) => {
      const tab = await withSibling(ground, null)
      await tab.evaluate(() => {
        const blank = [...document.querySelectorAll('iframe')].at(-1)?.contentWindow as unknown as typeof globalThis
        const wallet = kit.frame as HTMLIFrameElement
        // Code of the frame's own realm, so that the message's source is the frame.
        blank.Function(
          'wallet',
          'origin',
          "wallet.postMessage({ id: 'x', type: '@w3m-app/SIGN_OUT' }, origin)",
        )(wallet.contentWindow, new URL(wallet.src).origin)
      }, undefined)
      return await stillConnected(tab)
    },
    gets: connected,
  },
  {
    name: 'a sandboxed frame without an origin beside the wallet speaks to it',
    attack: async (ground) => {
      const tab = await withSibling(ground, null, { srcdoc: kitScript(ground), sandbox: 'allow-scripts' })
      await sayEverywhere(siblingOf(tab, ground), 'parent')
      return await stillConnected(tab)
    },
    gets: connected,
  },
  {
    name: 'a data: frame beside the wallet speaks to it',
    attack: async (ground) => {
      const tab = await withSibling(ground, `data:text/html,${encodeURIComponent(kitScript(ground))}`)
      await sayEverywhere(siblingOf(tab, ground), 'parent')
      return await stillConnected(tab)
    },
    gets: connected,
  },
  {
    name: 'a stranger who opened the honest page speaks to the wallet in it',
    attack: async (ground) => {
      const { listed, stranger } = ground.stage.urls
      const tab = await ground.openTab()
      await tab.goto(`${stranger}/`)
      await openFrom(ground, tab, `${listed}/opened`)
      await sayEverywhere(tab, 'opened')
      return 'nothing'
    },
    gets: 'nothing',
  },
  {
    name: 'a page of a stranger frames the honest page and speaks to the wallet in it',
    attack: async (ground) => {
      const { listed, stranger } = ground.stage.urls
      const tab = await ground.openTab()
      await tab.goto(`${stranger}/`)
      await tab.evaluate((url) => kit.embed(url).then(() => undefined), `${listed}/`)
      const inner = realmAt(tab, listed)
      await inner.evaluate(({ url, attributes }) => kit.embed(url, attributes).then(() => undefined), {
        url: `${ground.stage.urls.wallet}/sdk?projectId=demo`,
        attributes: frameAttributes,
      })
      await tab.evaluate(() => {
        kit.kept.opened = window
      }, undefined)
      await sayEverywhere(tab, 'opened')
      return 'nothing'
    },
    gets: 'nothing',
  },
  {
    name: 'a stranger beside the wallet sends it elsewhere',
    attack: async (ground) => {
      const { stranger } = ground.stage.urls
      const tab = await withSibling(ground, `${stranger}/`)
      const refused = await siblingOf(tab, ground).evaluate((url) => {
        const outcome: string[] = []
        for (let index = 0; index < parent.frames.length; index++) {
          if (parent.frames[index] === window) continue
          try {
            const wallet = parent.frames[index] as Window
            wallet.location.href = `${url}/fake`
            outcome.push('went')
          } catch (error) {
            outcome.push((error as Error).name)
          }
        }
        return outcome
      }, stranger)
      return [refused, await stillConnected(tab)]
    },
    gets: [['SecurityError'], connected],
  },
  {
    name: 'the page reads the document of the wallet',
    attack: async (ground) => {
      const tab = await ground.openTab()
      await openWallet(ground.stage, tab)
      return await tab.evaluate(() => {
        const frame = kit.frame as HTMLIFrameElement
        const attempts: Record<string, () => unknown> = {
          document: () => frame.contentWindow?.document.body,
          location: () => frame.contentWindow?.location.href,
          storage: () => frame.contentWindow?.indexedDB,
          eval: () => (frame.contentWindow as unknown as typeof globalThis).eval('1'),
          name: () => frame.contentWindow?.name,
        }
        const outcome = Object.entries(attempts).map(([name, attempt]) => {
          try {
            attempt()
            return `${name} read`
          } catch (error) {
            return (error as Error).name
          }
        })
        return [frame.contentDocument, ...outcome]
      }, undefined)
    },
    gets: [null, ...Array.from({ length: 5 }, () => 'SecurityError')],
  },
  {
    name: 'the page answers for the wallet, and speaks as its backend',
    attack: async (ground) => {
      const tab = await ground.openTab()
      await openWallet(ground.stage, tab)
      await tab.evaluate(() => {
        for (const message of [
          { id: 'x', type: '@w3m-frame/GET_USER_SUCCESS', payload: { address: '0x' } },
          { type: '@w3m-frame/READY', payload: {} },
          'latchkey-vault/offer',
          'latchkey-vault/failure',
          { type: 'latchkey-vault/failure' },
        ])
          kit.say(message)
      }, undefined)
      return await stillConnected(tab)
    },
    gets: connected,
  },
]
