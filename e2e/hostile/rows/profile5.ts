import type { PageKit } from '@latchkey/conformance'
import type { Ground, Scenario } from '../Scenario.ts'
import type { Tab } from '../stage/Tab.ts'
import { openWallet, realmAt } from '../stage/testUser.ts'

declare const kit: PageKit

/** The channel of profile 5: one port, handed over once, by the page that embeds the wallet. */

const open = async (ground: Ground): Promise<Tab> => {
  const tab = await ground.openTab()
  await openWallet(ground.stage, tab, ground.stage.urls.listed, { version: '5' })
  return tab
}

const hello = { type: '@w3m-app/HELLO', payload: { profile: 5, nonce: 'x'.repeat(36) } }

export const profile5Rows: readonly Scenario[] = [
  {
    name: 'two handshakes racing: one line, the first',
    attack: async (ground) => {
      const tab = await open(ground)
      return await tab.evaluate(async (hello) => {
        const answered: number[] = []
        const ports = [0, 1, 2].map((index) => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => answered.push(index))
          port1.start()
          kit.say(hello, undefined, [port2])
          return port1
        })
        const first = ports[0] as MessagePort
        const answer = await kit.askOn(first, 'IS_CONNECTED')
        return [answer, new Set(answered).size, answered[0]]
      }, hello)
    },
    gets: [{ ok: { isConnected: true } }, 1, 0],
  },
  {
    name: 'a stranger beside the wallet says HELLO first',
    attack: async (ground) => {
      const tab = await open(ground)
      const { stranger } = ground.stage.urls
      await tab.evaluate(async (url) => {
        const wallet = kit.frame
        await kit.embed(url)
        kit.frame = wallet
      }, `${stranger}/`)
      const heard = await realmAt(tab, stranger).evaluate(async (hello) => {
        const { port1, port2 } = new MessageChannel()
        const heard: unknown[] = []
        port1.addEventListener('message', ({ data }) => heard.push(data))
        port1.start()
        parent.frames[0]?.postMessage(hello, '*', [port2])
        port1.postMessage({ id: 'stranger', type: '@w3m-app/GET_USER' })
        await new Promise((resolve) => setTimeout(resolve, 200))
        return heard
      }, hello)
      const answer = await tab.evaluate(async () => await kit.askOn(await kit.hello(), 'IS_CONNECTED'), undefined)
      return [heard, answer]
    },
    gets: [[], { ok: { isConnected: true } }],
  },
  {
    name: 'a copy of the port',
    attack: async (ground) => {
      const tab = await open(ground)
      return await tab.evaluate(async () => {
        const port = await kit.hello()
        try {
          structuredClone(port)
          return 'copied'
        } catch (error) {
          return (error as Error).name
        }
      }, undefined)
    },
    gets: 'DataCloneError',
  },
  {
    name: 'an id that was used, and things that are no plain data, through the port',
    attack: async (ground) => {
      const tab = await open(ground)
      return await tab.evaluate(async () => {
        const port = await kit.hello()
        const from = kit.heard.length
        port.postMessage({ id: 'once', type: '@w3m-app/GET_CHAIN_ID' })
        port.postMessage({ id: 'once', type: '@w3m-app/SIGN_OUT' })
        for (const junk of [null, 7, new Map(), [], 'SIGN_OUT', { type: '@w3m-app/__proto__', id: 'x' }])
          port.postMessage(junk)
        const answer = await kit.askOn(port, 'SYNC_DAPP_DATA', new Map([['projectId', 'demo']]), 'map')
        await kit.askOn(port, 'IS_CONNECTED', undefined, 'last')
        const answers = kit.heard.slice(from).map(({ data }) => (data as { id?: string }).id ?? data)
        return [answers.toSorted(), 'error' in answer && answer.error.name]
      }, undefined)
    },
    gets: [['last', 'map', 'once'], 'TOO_LARGE'],
  },
]
