import type { Ground, Scenario } from '../scenario.ts'
import type { Kit } from '../stage/pageKit.ts'
import type { Realm, Tab } from '../stage/Tab.ts'
import { ask, openWallet, realmAt, until } from '../stage/visitor.ts'

declare const kit: Kit

/** Everybody but the wallet document wants a port to the vault, and the wallet document wants more than its methods. */

/** What makes the vault take a port; `e2e` knows the boundary by what is said there. */
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

/** Offers a port to every window below `root` and calls through it; what came back. */
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
]
