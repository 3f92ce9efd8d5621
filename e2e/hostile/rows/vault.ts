import type { PageKit } from '@latchkey/conformance'
import type { Ground, Scenario } from '../Scenario.ts'
import type { Realm, Tab } from '../stage/Tab.ts'
import { ask, openWallet, realmAt, until, vaultFile } from '../stage/testUser.ts'
import { withScript } from './egress.ts'

declare const kit: PageKit

/** Other documents try to get a port to the vault, and the wallet document tries to get more than its methods. */

/** The message that makes the vault take a port; `e2e` knows the protocol only by its messages. */
const offer = 'latchkey-vault/offer'
const status = { id: 'call', type: 'APPLY', path: ['status'], argumentList: [{ type: 'RAW', value: undefined }] }

const open = async (ground: Ground): Promise<Tab> => {
  const tab = await ground.openTab()
  await openWallet(ground.stage, tab)
  // The vault is there and has its port.
  await ask(tab, 'IS_CONNECTED')
  await until(async () => tab.realms().some((realm) => realm.url().startsWith(ground.stage.urls.vault)))
  return tab
}

/** Offers a port to every window below `root` and calls through it; returns the response. */
const offerEverywhere = (realm: Realm, root: 'own' | 'parent' | 'opened') =>
  realm.evaluate(
    async ({ root, offer, status }) => {
      const answers: unknown[] = []
      const give = (window: Window): void => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', ({ data }) => answers.push(data))
        port1.start()
        window.postMessage(offer, '*', [port2])
        port1.postMessage(status)
        window.postMessage(status, '*')
        for (let index = 0; index < window.frames.length; index++) {
          const frame = window.frames[index]
          if (frame !== undefined && frame !== globalThis.window) give(frame)
        }
      }
      give(root === 'own' ? window : root === 'parent' ? parent : (kit.kept.opened as Window))
      await new Promise((resolve) => setTimeout(resolve, 200))
      return answers
    },
    { root, offer, status },
  )

const connected = { ok: { isConnected: true } }

/** Questions that only the vault's worker may have its document show. */
const questions = [
  {
    type: 'ask',
    id: 1,
    kind: 'enterPassphrase',
    question: { salt: new ArrayBuffer(16), failed: false },
    appearance: { mode: 'light' },
  },
  { type: 'leave' },
  { id: 1, answer: { secret: new ArrayBuffer(32) } },
]
/** Sends each message to every window below the tab's own. */
const sayEverywhere = (realm: Realm): Promise<void> =>
  realm.evaluate(async (texts: string) => {
    const messages = JSON.parse(texts, (key, value) =>
      key === 'salt' || key === 'secret' ? new ArrayBuffer(key === 'salt' ? 16 : 32) : value,
    ) as object[]
    const say = (window: Window): void => {
      for (const message of messages) window.postMessage(message, '*')
      for (let index = 0; index < window.frames.length; index++) {
        const frame = window.frames[index]
        if (frame !== undefined) say(frame)
      }
    }
    say(top ?? window)
    await new Promise((resolve) => setTimeout(resolve, 300))
  }, JSON.stringify(questions))

/** Returns the vault document's content, and the scripts that it has loaded. */
const shownIn = (tab: Tab, vault: string): Promise<unknown> =>
  realmAt(tab, vault).evaluate(
    () => ({ elements: document.body.childElementCount, scripts: document.scripts.length }),
    undefined,
  )
const nothingShown = { elements: 0, scripts: 1 }

export const vaultRows: readonly Scenario[] = [
  {
    name: 'the page offers the vault a port, past the wallet',
    attack: async (ground) => {
      const tab = await open(ground)
      return [await offerEverywhere(tab, 'own'), await ask(tab, 'IS_CONNECTED')]
    },
    gets: [[], connected],
  },
  {
    name: 'a frame of a stranger beside the wallet offers the vault a port',
    attack: async (ground) => {
      const tab = await open(ground)
      const { stranger } = ground.stage.urls
      await tab.evaluate(async (url) => {
        const wallet = kit.frame
        await kit.embed(url)
        kit.frame = wallet
      }, `${stranger}/`)
      return [await offerEverywhere(realmAt(tab, stranger), 'parent'), await ask(tab, 'IS_CONNECTED')]
    },
    gets: [[], connected],
  },
  {
    name: 'the listed page embeds the vault itself',
    attack: async (ground) => {
      const { listed, vault } = ground.stage.urls
      const tab = await ground.openTab()
      await tab.goto(`${listed}/`)
      await tab.evaluate((url) => kit.embed(url).then(() => undefined), `${vault}/vault?projectId=demo`)
      return await offerEverywhere(tab, 'own')
    },
    gets: [],
  },
  {
    name: 'the vault in a window of its own',
    attack: async (ground) => {
      const { listed, vault } = ground.stage.urls
      const tab = await ground.openTab()
      await tab.goto(`${listed}/`)
      await tab.evaluate(async (url) => {
        kit.kept.opened = window.open(url)
        await new Promise((resolve) => setTimeout(resolve, 500))
      }, `${vault}/vault?projectId=demo`)
      return await offerEverywhere(tab, 'opened')
    },
    gets: [],
  },
  {
    name: 'the wallet document offers the vault a second port',
    attack: async (ground) => {
      const tab = await open(ground)
      const wallet = realmAt(tab, ground.stage.urls.wallet)
      const answers = await wallet.evaluate(
        async ({ offer, status, origin }) => {
          const answers: unknown[] = []
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = ({ data }) => answers.push(data)
          document.querySelector('iframe')?.contentWindow?.postMessage(offer, origin, [port2])
          port1.postMessage(status)
          await new Promise((resolve) => setTimeout(resolve, 200))
          return answers
        },
        { offer, status, origin: ground.stage.urls.vault },
      )
      return [answers, await ask(tab, 'IS_CONNECTED')]
    },
    gets: [[], connected],
  },
  {
    name: 'the wallet document walks from a method of the vault to its realm',
    attack: async (ground) => {
      const tab = await open(ground)
      const wallet = realmAt(tab, ground.stage.urls.wallet)
      return await wallet.evaluate(
        async ({ offer, status, origin }) => {
          const frame = document.createElement('iframe')
          frame.hidden = true
          frame.src = `${origin}/vault?projectId=demo`
          document.body.append(frame)
          await new Promise((resolve) => frame.addEventListener('load', resolve))
          const { port1, port2 } = new MessageChannel()
          const answers: string[] = []
          const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
          port1.onmessage = ({ data }) => {
            answers.push(data.id)
            if (data.id === 'last') end()
          }
          frame.contentWindow?.postMessage(offer, origin, [port2])
          const code = [{ type: 'RAW', value: 'return globalThis' }]
          const paths = [
            [],
            ['constructor'],
            ['constructor', 'constructor'],
            ['status', 'constructor'],
            ['__proto__'],
            ['status', 'call'],
          ]
          for (const path of paths)
            for (const type of ['GET', 'SET', 'APPLY', 'CONSTRUCT', 'ENDPOINT', 'RELEASE'])
              port1.postMessage({ id: `${type} ${path}`, type, path, argumentList: code, value: code[0] })
          port1.postMessage({ ...status, id: 'last' })
          await isOver
          frame.remove()
          return answers
        },
        { offer, status, origin: ground.stage.urls.vault },
      )
    },
    gets: ['last'],
  },
  {
    name: 'the page tells the vault’s tabs that the device was left',
    attack: async (ground) => {
      const tab = await open(ground)
      await tab.evaluate(async () => {
        for (const name of ['latchkey-vault', 'latchkey-wallet']) new BroadcastChannel(name).postMessage('left')
        indexedDB.deleteDatabase('latchkey-vault')
        indexedDB.deleteDatabase('latchkey-wallet')
        localStorage.clear()
        sessionStorage.clear()
        await navigator.locks.request('latchkey-vault', { steal: true }, async () => undefined)
      }, undefined)
      return await ask(tab, 'IS_CONNECTED')
    },
    gets: connected,
  },
  {
    name: 'the vault’s frame is taken out of the wallet document',
    attack: async (ground) => {
      const tab = await open(ground)
      await realmAt(tab, ground.stage.urls.wallet).evaluate(() => document.querySelector('iframe')?.remove(), undefined)
      return await ask(tab, 'IS_CONNECTED')
    },
    gets: connected,
  },
  {
    name: 'the page, the wallet document and a stranger’s frame ask the vault’s document for a screen',
    attack: async (ground) => {
      const tab = await open(ground)
      const { wallet, vault, stranger } = ground.stage.urls
      await sayEverywhere(tab)
      await sayEverywhere(realmAt(tab, wallet))
      await tab.evaluate(async (url) => {
        const own = kit.frame
        await kit.embed(url)
        kit.frame = own
      }, `${stranger}/`)
      await sayEverywhere(realmAt(tab, stranger))
      return [await shownIn(tab, vault), await ask(tab, 'IS_CONNECTED')]
    },
    gets: [nothingShown, connected],
  },
  {
    name: 'code in the vault’s document has it reveal, in a wallet that a page embeds',
    attack: async (ground) => {
      const { stage } = ground
      stage.vaultFront.tamper(
        withScript(`(() => {
          const Real = Worker
          globalThis.Worker = class extends Real {
            constructor(...given) {
              super(...given)
              globalThis.taken = this
            }
          }
        })()`),
      )
      const tab = await open(ground)
      stage.vaultFront.tamper(null)
      return await realmAt(tab, stage.urls.vault).evaluate(async () => {
        const { taken } = globalThis as unknown as { taken: Worker }
        const text = new TextEncoder().encode('abandon '.repeat(12)).buffer
        const groups = [{ kind: 'words', addresses: [`0x${'1'.repeat(40)}`], text }]
        const data = { type: 'ask', id: 1, kind: 'reveal', question: { groups }, appearance: { mode: 'light' } }
        const isLoaded = new Promise((resolve) => document.addEventListener('load', resolve, true))
        taken.dispatchEvent(new MessageEvent('message', { data }))
        await isLoaded
        await new Promise((resolve) => setTimeout(resolve, 100))
        return document.body.childElementCount
      }, undefined)
    },
    gets: 0,
  },
  {
    name: 'a stranger and the listed page take the scripts that the vault loads later',
    attack: async (ground) => {
      const { stage } = ground
      const files = [await vaultFile(ground, 'screens'), await vaultFile(ground, 'kdf')]
      const taken: unknown[] = []
      for (const origin of [stage.urls.stranger, stage.urls.listed]) {
        const tab = await ground.openTab()
        await tab.goto(`${origin}/`)
        for (const file of files)
          taken.push(
            await tab.evaluate(async (url) => {
              const outcome = (element: HTMLElement): Promise<string> =>
                new Promise((resolve) => {
                  element.addEventListener('load', () => resolve('loaded'))
                  element.addEventListener('error', () => resolve('refused'))
                  document.head.append(element)
                })
              const make = (tag: string, fields: object): HTMLElement =>
                Object.assign(document.createElement(tag), fields)
              const read = (mode: RequestMode): Promise<string> =>
                fetch(url, { mode }).then(
                  () => 'loaded',
                  () => 'refused',
                )
              const outcomes = [
                await outcome(make('link', { rel: 'preload', as: 'script', href: url })),
                await outcome(make('script', { src: url })),
                await outcome(make('script', { src: url, crossOrigin: 'anonymous' })),
                await read('cors'),
                await read('no-cors'),
              ]
              return [...new Set(outcomes), 'vaultScreens' in globalThis]
            }, `${stage.urls.vault}${file}`),
          )
      }
      return taken
    },
    gets: Array.from({ length: 4 }, () => ['refused', false]),
  },
]
