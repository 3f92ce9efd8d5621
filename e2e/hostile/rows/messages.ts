import type { PageKit } from '@latchkey/conformance'
import { toHex } from 'viem'
import type { Ground, Scenario } from '../Scenario.ts'
import { ask, openWallet, personalSign, realmAt } from '../stage/testUser.ts'

declare const kit: PageKit

/** Messages of the listed page itself: arbitrary ones. */

const open = async (ground: Ground, query: Record<string, string> = {}) => {
  const tab = await ground.openTab()
  await openWallet(ground.stage, tab, ground.stage.urls.listed, query)
  return tab
}

/** Returns the error's name or message, or the result. */
const outcome = (answer: { ok?: unknown; error?: { message: string; name?: string } }): string =>
  answer.error === undefined ? `answered ${JSON.stringify(answer.ok)}` : (answer.error.name ?? answer.error.message)

/** Sends requests with payloads that only a page can make; returns the wallet's responses, and whether its own objects changed. */
const asks =
  (payloads: Readonly<Record<string, string>>): Scenario['attack'] =>
  async (ground) => {
    const tab = await open(ground)
    const outcomes: Record<string, string> = {}
    for (const [name, payload] of Object.entries(payloads)) {
      const answer = await tab.evaluate(async (payload) => {
        const value = await new Function(`return (async () => (${payload}))()`)()
        return await kit.ask('SYNC_DAPP_DATA', value)
      }, payload)
      outcomes[name] = outcome(answer)
    }
    const isPolluted = await realmAt(tab, ground.stage.urls.wallet).evaluate(() => 'polluted' in {}, undefined)
    return { ...outcomes, isPolluted }
  }

const all = (names: object, outcome: string) => Object.fromEntries(Object.keys(names).map((name) => [name, outcome]))

const metadata = (fields: string): string =>
  `({ projectId: 'demo', metadata: { name: 'n', description: 'd', url: 'u', icons: [], ...${fields} } })`

const tooMuch = {
  'a text of a megabyte': metadata("{ name: 'x'.repeat(2 ** 20) }"),
  'a thousand levels': '(() => { let at = {}; for (let i = 0; i < 1000; i++) at = { at }; return at })()',
  'a million items': 'Array.from({ length: 1e6 }, () => 0)',
  'a hundred thousand keys': 'Object.fromEntries(Array.from({ length: 1e5 }, (_, key) => [key, 0]))',
  'an object that holds itself': '(() => { const self = {}; self.self = self; return self })()',
  'a buffer of a megabyte': 'new ArrayBuffer(2 ** 20)',
}
/** Values that structured clone carries and JSON does not. */
const exotic = {
  'a Map': 'new Map([["projectId", "demo"]])',
  'a Set': 'new Set(["demo"])',
  'a Date': metadata('{ name: new Date(0) }'),
  'a RegExp': metadata('{ name: /x/ }'),
  'an Error with a cause': 'new Error("x", { cause: { projectId: "demo" } })',
  'a typed array': metadata('{ icons: new Uint8Array(8) }'),
  'a resizable buffer': 'new ArrayBuffer(8, { maxByteLength: 64 })',
  'a Blob': 'new Blob(["x"])',
  'an ImageBitmap': 'createImageBitmap(new ImageData(2, 2))',
  'a CryptoKey': 'crypto.subtle.generateKey({ name: "AES-GCM", length: 128 }, false, ["encrypt"])',
  'a bigint': metadata('{ name: 1n }'),
  'a boxed text': metadata('{ name: Object("n") }'),
  'an array with holes': metadata('{ icons: [, , ] }'),
}
const wrong = {
  'a getter that answers a number': metadata('{ get name() { return 7 } }'),
  'an array instead of an object': '[{ projectId: "demo" }]',
  'a text instead of an object': '"demo"',
}

const signed = (ground: Ground, fields: object) =>
  ({ ...personalSign('Not without the user', ground.testUser.address), ...fields }) as object

const onSolana = (method: string, params: object) => ({ method, params, chainNamespace: 'solana' })
const stranger = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
/** A legacy transaction without instructions, unsigned, whose one signer is an account of 32 bytes of 1. */
const ofOthers =
  'E3cqE89t5PMHL1KorzdJScrGm6TiKhprP5EGuXzyCWgQjBJVUQVxLYFefzwRjwWFJANiXnndE61HkxT1vG14JeCs8L3PNhQkwfGKnjWgMNHEwMY6CSDZnWret5hnvxzxs6WZ7A5Fk7SD4ktQAK6q8qGrReNBtbapfDXcDZrtYPdVyaXa5dfGJT'

/** Requests that must be rejected before any prompt. */
const requests: readonly (readonly [name: string, make: (ground: Ground) => object, outcome: string])[] = [
  [
    'a raw digest to sign',
    ({ testUser }) => ({ method: 'eth_sign', params: [testUser.address, toHex('x')] }),
    'METHOD_NOT_ALLOWED',
  ],
  [
    'a transaction signed and kept',
    ({ testUser }) => ({ method: 'eth_signTransaction', params: [{ from: testUser.address }] }),
    'METHOD_NOT_ALLOWED',
  ],
  [
    'typed data of an old kind',
    ({ testUser }) => ({ method: 'eth_signTypedData', params: [[], testUser.address] }),
    'METHOD_NOT_ALLOWED',
  ],
  ['accounts of the node', () => ({ method: 'personal_unlockAccount', params: [] }), 'METHOD_NOT_ALLOWED'],
  ['a debug method of the node', () => ({ method: 'anvil_setBalance', params: [] }), 'METHOD_NOT_ALLOWED'],
  ['the address of somebody else', () => personalSign('x', `0x${'1'.repeat(40)}`), 'UNAUTHORIZED'],
  [
    'a transaction from somebody else',
    () => ({ method: 'eth_sendTransaction', params: [{ from: `0x${'1'.repeat(40)}`, to: `0x${'2'.repeat(40)}` }] }),
    'UNAUTHORIZED',
  ],
  [
    'typed data for another chain',
    ({ testUser }) => ({
      method: 'eth_signTypedData_v4',
      params: [
        testUser.address,
        JSON.stringify({
          domain: { chainId: 1 },
          primaryType: 'N',
          types: { EIP712Domain: [{ name: 'chainId', type: 'uint256' }], N: [{ name: 'n', type: 'string' }] },
          message: { n: '' },
        }),
      ],
    }),
    'CHAIN_ID_MISMATCH',
  ],
  [
    'a signature on a chain that nobody serves',
    (ground) => signed(ground, { chainId: 'eip155:999999' }),
    'CHAIN_NOT_SUPPORTED',
  ],
  [
    'a signature on a chain that is a script',
    (ground) => signed(ground, { chainId: 'javascript:alert(1)' }),
    'CHAIN_ID_INVALID',
  ],
  ['a signature in another namespace', (ground) => signed(ground, { chainNamespace: 'solana' }), 'CHAIN_NOT_SUPPORTED'],
]

/** The same on Solana. */
const solanaRequests: typeof requests = [
  [
    'a message of Solana for somebody else',
    () => onSolana('solana_signMessage', { message: 'abc', pubkey: stranger }),
    'UNAUTHORIZED',
  ],
  [
    'a message of Solana that is no base58',
    () => onSolana('solana_signMessage', { message: '0OIl', pubkey: stranger }),
    'INVALID_PARAMS',
  ],
  [
    'a message of Solana that takes long to read',
    () => onSolana('solana_signMessage', { message: 'z'.repeat(8193), pubkey: stranger }),
    'INVALID_PARAMS',
  ],
  [
    'a transaction of Solana that is none',
    () => onSolana('solana_signTransaction', { transaction: 'abc' }),
    'INVALID_PARAMS',
  ],
  [
    'a transaction of Solana that no packet holds',
    () => onSolana('solana_signTransaction', { transaction: 'z'.repeat(1684) }),
    'TOO_LARGE',
  ],
  [
    'a transaction of Solana that others sign',
    () => onSolana('solana_signAndSendTransaction', { transaction: ofOthers }),
    'UNAUTHORIZED',
  ],
  [
    'a batch with one that others sign',
    () => onSolana('solana_signAllTransactions', { transactions: [ofOthers] }),
    'UNAUTHORIZED',
  ],
  [
    'a message of Solana on another chain',
    () => ({ ...onSolana('solana_signMessage', { message: 'abc', pubkey: stranger }), chainId: 1 }),
    'CHAIN_NOT_SUPPORTED',
  ],
]

/** One after the other, on one page. */
const refusesAll = (list: typeof requests): Pick<Scenario, 'attack' | 'gets'> => ({
  attack: async (ground) => {
    const tab = await open(ground)
    const outcomes: Record<string, string> = {}
    for (const [name, make] of list) outcomes[name] = outcome(await ask(tab, 'RPC_REQUEST', make(ground)))
    return outcomes
  },
  gets: Object.fromEntries(list.map(([name, , expected]) => [name, expected])),
})

export const messageRows: readonly Scenario[] = [
  {
    name: 'payloads that are too much',
    attack: asks(tooMuch),
    gets: { ...all(tooMuch, 'TOO_LARGE'), isPolluted: false },
  },
  {
    name: 'payloads of things that are no plain data',
    attack: asks(exotic),
    gets: { ...all(exotic, 'TOO_LARGE'), isPolluted: false },
  },
  {
    name: 'payloads of the wrong shape',
    attack: asks(wrong),
    gets: { ...all(wrong, 'INVALID_PARAMS'), isPolluted: false },
  },
  {
    name: 'keys that would change every object',
    attack: asks({
      all: `JSON.parse('{"projectId":"demo","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"metadata":{"name":"n","description":"d","url":"u","icons":[],"__proto__":{"polluted":1}}}')`,
    }),
    gets: { all: 'TOO_LARGE', isPolluted: false },
  },
  {
    name: 'the id of an approval that is on screen',
    attack: async (ground) => {
      const tab = await open(ground)
      const { testUser } = ground
      return await tab.evaluate(
        (payload) => {
          const message = { id: 'asked', type: '@w3m-app/RPC_REQUEST', payload }
          return kit.answersTo([message, { ...message, type: '@w3m-app/SIGN_OUT', payload: undefined }, message])
        },
        personalSign('Shown', testUser.address),
      )
    },
    gets: ['last'],
  },
  { name: 'requests that nobody may be asked about', ...refusesAll(requests) },
  { name: 'requests on Solana that nobody may be asked about', ...refusesAll(solanaRequests) },
  {
    name: 'a token of somebody else with IS_CONNECTED',
    attack: async (ground) => {
      const tab = await ground.openTab()
      await openWallet(ground.stage, tab, ground.stage.urls.otherListed)
      return await ask(tab, 'IS_CONNECTED', { token: ground.testUser.address })
    },
    gets: { ok: { isConnected: false } },
  },
  {
    name: 'fifty approvals at once, then an abort',
    attack: async (ground) => {
      const tab = await open(ground)
      return await tab.evaluate(
        async (payload) => {
          const asked = Array.from({ length: 50 }, () => kit.ask('RPC_REQUEST', payload))
          await kit.ask('IS_CONNECTED')
          kit.say({ id: 'abort', type: '@w3m-app/RPC_ABORT' })
          return (await Promise.all(asked)).filter((answer) => 'ok' in answer)
        },
        personalSign('Again and again', ground.testUser.address),
      )
    },
    gets: [],
  },
]
