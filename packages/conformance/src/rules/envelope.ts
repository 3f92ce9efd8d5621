import { codeOf, isErrorName } from '@latchkey/protocol/errors'
import { must, show } from '../Deviation.ts'
import { type Line, newId } from '../openLine.ts'
import type { PageKit } from '../pageKit.ts'
import type { RuleGroup } from '../Rule.ts'
import { isObject } from '../shapes.ts'

declare const kit: PageKit

const app = (name: string): string => `@w3m-app/${name}`

/** Sends messages that must be dropped, and checks for a moment that they get no reply. */
const mustDrop = async (line: Line, messages: readonly { id?: unknown; type: unknown; payload?: unknown }[]) => {
  const before = (await line.heard()).length
  for (const message of messages) await line.say(message)
  await line.settle()
  const ids = new Set(messages.map(({ id }) => JSON.stringify(id)))
  const answer = (await line.heard())
    .slice(before)
    .find(({ data }) => ids.has(JSON.stringify((Object(data) as { id?: unknown }).id)))
  must(answer === undefined, `it said ${show(answer?.data)}`)
}

/** Message envelopes: which messages a frame drops, and how it names its replies. */
export const envelope: RuleGroup = {
  title: 'The envelope',
  rules: [
    {
      profile: 'both',
      name: 'a request that does not exist is dropped',
      source: 'wire 2',
      check: async ({ line }) => {
        const names = ['NO_SUCH_REQUEST', 'is_connected', 'IS_CONNECTED_SUCCESS', '']
        await mustDrop(
          await line(),
          names.map((name) => ({ id: newId(), type: app(name) })),
        )
      },
    },
    {
      profile: 'both',
      name: 'names that every object has are no requests',
      source: 'wire 7',
      check: async ({ line }) => {
        const names = ['constructor', 'prototype', 'toString', '__proto__', 'hasOwnProperty', 'valueOf']
        await mustDrop(
          await line(),
          names.map((name) => ({ id: newId(), type: app(name), payload: {} })),
        )
      },
    },
    {
      profile: 'both',
      name: 'messages of the frame itself, and of other libraries, are dropped',
      source: 'wire 2',
      check: async ({ line }) => {
        const types = ['@w3m-frame/IS_CONNECTED_SUCCESS', '@w3m-frame/READY', 'IS_CONNECTED', 'webpackOk', 5, null]
        await mustDrop(
          await line(),
          types.map((type) => ({ id: newId(), type })),
        )
      },
    },
    {
      profile: 'both',
      name: 'a request without an id is dropped',
      source: 'wire 2',
      check: async ({ line }) => {
        const here = await line()
        const before = (await here.heard()).length
        await here.say({ type: app('IS_CONNECTED') })
        await here.say({ type: app('RPC_REQUEST'), payload: {} })
        await here.settle()
        const answer = (await here.heard())
          .slice(before)
          .find(({ data }) => (Object(data) as { id?: unknown }).id === undefined)
        must(answer === undefined, `it said ${show(answer?.data)}`)
      },
    },
    {
      profile: 'both',
      name: 'a request whose id is not a text of 1 to 64 characters is dropped',
      source: 'wire 2',
      check: async ({ line }) => {
        const ids = [5, '', null, true, ['a'], { a: 1 }, 'x'.repeat(65)]
        await mustDrop(
          await line(),
          ids.map((id) => ({ id, type: app('IS_CONNECTED') })),
        )
      },
    },
    {
      profile: 'both',
      name: 'noise disturbs nothing: texts, numbers, lists, dates, maps, buffers',
      source: 'wire 7',
      check: async ({ openLine }) => {
        const line = await openLine()
        await line.page.evaluate((channel) => {
          const noise = [
            null,
            undefined,
            'text',
            5,
            true,
            [],
            {},
            new Date(),
            new Map([[1, 2]]),
            new ArrayBuffer(8),
            5n,
          ]
          for (const each of noise) channel === null ? kit.say(each) : kit.ports[channel]?.postMessage(each)
        }, line.channel)
        await line.settle()
      },
    },
    {
      profile: 'both',
      name: 'an id is answered once, however often it is used',
      source: 'custody 6',
      check: async ({ line }) => {
        const here = await line()
        const id = await here.send('IS_CONNECTED')
        await here.send('IS_CONNECTED', undefined, id)
        await here.answer(id, 'IS_CONNECTED')
        await here.send('GET_CHAIN_ID', undefined, id)
        await here.settle()
        const count = (await here.heardOf(id)).length
        must(count === 1, `it was answered ${count} times`)
      },
    },
    {
      profile: 'both',
      name: 'fields that a payload does not know are ignored',
      source: 'wire 2',
      check: async ({ line, target }) => {
        const here = await line()
        await here.get('SYNC_THEME', { themeMode: 'light', somethingElse: { deep: [1] } })
        await here.get('SYNC_DAPP_DATA', { projectId: target.projectId, cookies: 'none', metadata: undefined })
      },
    },
    {
      profile: 'both',
      name: 'keys of an object’s prototype in a payload change nothing',
      source: 'wire 7',
      check: async ({ line, target }) => {
        const here = await line()
        const payload: unknown = JSON.parse(
          `{"projectId":${JSON.stringify(target.projectId)},"__proto__":{"isConnected":true},"constructor":{"prototype":{"isConnected":true}}}`,
        )
        await here.ask('SYNC_DAPP_DATA', payload)
        await here.ask('IS_CONNECTED', JSON.parse('{"__proto__":{"token":"x","isConnected":true}}'))
        const answer = await here.get('IS_CONNECTED')
        must(isObject(answer) && answer.isConnected === false, `IS_CONNECTED says ${show(answer)}`)
      },
    },
    {
      profile: 'both',
      name: 'an error says what happened in words, without a stack or a cause',
      source: 'wire 2',
      check: async ({ line }) => {
        const here = await line()
        for (const [name, payload] of [
          ['GET_USER', undefined],
          ['RPC_REQUEST', { method: 'eth_sign', params: [] }],
          ['RPC_REQUEST', {}],
        ] as const) {
          const error = await here.fail(name, payload)
          const more = Object.keys(error).find((key) => !['message', 'code', 'name', 'ref', 'details'].includes(key))
          must(more === undefined, `the error of ${name} carries ${more}`)
          must(!/\n\s+at |node_modules|\.[jt]sx?:\d/.test(JSON.stringify(error)), `it is ${show(error)}`)
        }
      },
    },
    {
      profile: 5,
      name: 'an error carries the code and the name of one row of the catalogue',
      source: 'wire 2',
      check: async ({ line }) => {
        const here = await line()
        for (const [name, payload] of [
          ['GET_USER', undefined],
          ['RPC_REQUEST', { method: 'eth_sign', params: [] }],
          ['SWITCH_NETWORK', { chainId: 'nonsense' }],
          ['CONNECT_EMAIL', { email: 'this is no address' }],
        ] as const) {
          const error = await here.fail(name, payload)
          must(isErrorName(error.name), `the error of ${name} is ${show(error)}`)
          const code = codeOf(error.name)
          must(error.code === code, `${error.name} carries the code ${show(error.code)}, not ${code}`)
        }
      },
    },
    {
      profile: 5,
      name: 'a reference for the log, where an error has one, is a text',
      source: 'wire 2',
      check: async ({ line }) => {
        const { ref } = await (await line()).fail('CONNECT_SOCIAL', { uri: 'https://idp.example/?error=x' })
        must(ref === undefined || (typeof ref === 'string' && ref !== ''), `it is ${show(ref)}`)
      },
    },
  ],
}
