import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { must, show } from '../Deviation.ts'
import { embedFrame, helloOf, newId, readAnswer, sayHello } from '../openLine.ts'
import type { Heard, PageKit } from '../pageKit.ts'
import type { RuleGroup } from '../Rule.ts'
import type { Scene } from '../Scene.ts'
import { isObject, mustBe, nothing } from '../shapes.ts'

declare const kit: PageKit

/** How long a port must stay silent: many times what an accepted HELLO takes. */
const quietMs = 700

const openFrame = async (scene: Scene): Promise<Page> => {
  const page = await scene.openPage()
  await embedFrame(page, scene.address(), scene.target.timeoutMs)
  return page
}

/** Returns what was received on the ports sent with these messages, the same number with each. */
const heardOnPorts = async (page: Page, messages: readonly unknown[], ports = 1): Promise<readonly Heard[]> => {
  const first = await page.evaluate(
    ({ messages, ports }) => {
      const [first = 0] = messages.map((message) => kit.handOver(message, ports))
      return first
    },
    { messages, ports },
  )
  await sleep(quietMs)
  return await page.evaluate((first) => kit.heard.filter(({ channel }) => channel >= first), first)
}

const refused = (what: string, messages: () => readonly unknown[], ports = 1): RuleGroup['rules'][number] => ({
  profile: 5,
  name: `${what} opens no line, and the right one after it does`,
  source: 'wire 2',
  check: async (scene) => {
    const page = await openFrame(scene)
    const heard = await heardOnPorts(page, messages(), ports)
    must(heard.length === 0, `a port heard ${show(heard[0]?.data)}`)
    await sayHello(page, scene.target.timeoutMs)
  },
})

const helloWith = (payload: object) => ({ ...helloOf(newId()), payload })

/** The HELLO handshake of profile 5. */
export const hello: RuleGroup = {
  title: 'HELLO',
  rules: [
    {
      profile: 5,
      name: 'HELLO with a port is answered on that port, with its nonce and profile, and nowhere else',
      source: 'wire 2',
      check: async (scene) => {
        const page = await openFrame(scene)
        const nonce = newId()
        await sayHello(page, scene.target.timeoutMs, nonce)
        const hellos = (await page.evaluate(() => kit.heard)).filter(({ data }) =>
          JSON.stringify(data)?.includes(nonce),
        )
        must(hellos.length === 1 && hellos[0]?.via === 'port', `it was heard ${hellos.length} times: ${show(hellos)}`)
        const { payload } = hellos[0].data as Record<string, unknown>
        must(isObject(payload) && payload.nonce === nonce && payload.profile === 5, `its payload is ${show(payload)}`)
      },
    },
    {
      profile: 5,
      name: 'a request over the port is answered over the port',
      source: 'wire 2',
      check: async ({ line }) => {
        const { send, answer, heardOf } = await line()
        const id = await send('IS_CONNECTED')
        await answer(id, 'IS_CONNECTED')
        const ways = (await heardOf(id)).map(({ via }) => via)
        must(ways.join() === 'port', `it was answered over: ${ways.join(', ')}`)
      },
    },
    {
      profile: 5,
      name: 'requests to the window are ignored, before HELLO and after it',
      source: 'wire 2',
      check: async (scene) => {
        const page = await openFrame(scene)
        const ids = [newId(), newId()]
        const say = (id: string | undefined): Promise<void> =>
          page.evaluate((id) => kit.say({ id, type: '@w3m-app/IS_CONNECTED' }), id)
        await say(ids[0])
        await sleep(quietMs)
        await sayHello(page, scene.target.timeoutMs)
        await say(ids[1])
        await sleep(quietMs)
        const answers = (await page.evaluate(() => kit.heard)).filter(({ data }) =>
          ids.includes((Object(data) as { id?: string }).id ?? ''),
        )
        must(answers.length === 0, `one was answered: ${show(answers[0]?.data)}`)
      },
    },
    {
      profile: 5,
      name: 'a second HELLO is refused and the first line goes on',
      source: 'wire 2',
      check: async ({ openLine }) => {
        const line = await openLine()
        const heard = await heardOnPorts(line.page, [helloOf(newId())])
        must(heard.length === 0, `the second port heard ${show(heard[0]?.data)}`)
        await line.get('IS_CONNECTED')
      },
    },
    {
      profile: 5,
      name: 'after RELOAD another HELLO opens a new line, and the old one is over',
      source: 'wire 2',
      check: async ({ openLine, target }) => {
        const line = await openLine()
        await line.get('RELOAD')
        const channel = await sayHello(line.page, target.timeoutMs)
        const [oldId, id] = [await line.send('IS_CONNECTED'), newId()]
        await line.page.evaluate(
          ({ channel, id }) => kit.ports[channel]?.postMessage({ id, type: '@w3m-app/IS_CONNECTED' }),
          {
            channel,
            id,
          },
        )
        const heard = await line.page.evaluate(({ id, ms }) => kit.wait({ id }, ms), { id, ms: target.timeoutMs })
        must(heard !== null, 'a request on the new line was not answered')
        readAnswer('IS_CONNECTED', heard.data)
        must((await line.heardOf(oldId)).length === 0, 'the old line still answers')
      },
    },
    refused('a HELLO without a port', () => [helloOf(newId())], 0),
    refused('a HELLO with two ports', () => [helloOf(newId())], 2),
    refused('a HELLO for another profile', () => [6, 4].map((profile) => helloWith({ profile, nonce: newId() }))),
    refused('a HELLO with no nonce, one that could be guessed, or one that is too long', () =>
      [undefined, '1', 'x'.repeat(500)].map((nonce) => helloWith({ profile: 5, nonce })),
    ),
    refused('a port that comes with something else', () => [
      { id: newId(), type: '@w3m-app/IS_CONNECTED' },
      { ...helloOf(newId()), type: '@w3m-frame/HELLO' },
    ]),
    {
      profile: 5,
      name: 'PING is answered',
      source: 'wire 7',
      check: async ({ line }) => {
        mustBe(nothing, await (await line()).get('PING'), 'its payload')
      },
    },
    {
      profile: 5,
      name: 'once the line is open nothing more is said on the window',
      source: 'wire 7',
      check: async ({ line }) => {
        const { settle, heard } = await line()
        await settle()
        const said = (await heard()).filter(({ via }) => via === 'frame').map(({ data }) => show(data))
        must(said.length === 1, `after READY it said ${said[1]}`)
      },
    },
    {
      profile: 4,
      name: 'HELLO opens nothing in profile 4',
      source: 'wire 2',
      check: async (scene) => {
        const heard = await heardOnPorts(await openFrame(scene), [helloOf(newId())])
        must(heard.length === 0, `the port heard ${show(heard[0]?.data)}`)
      },
    },
  ],
}
