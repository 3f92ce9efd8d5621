import { isAppError } from '@latchkey/protocol/errors'
import { createSharedCache } from '@latchkey/service-kit/cache/createSharedCache'
import { createMemoryStore } from '@latchkey/service-kit/cache/memoryStore'
import { systemClock } from '@latchkey/service-kit/clock'
import type { Database } from '@latchkey/service-kit/db/database'
import { openLimits } from '@latchkey/service-kit/limits/limits'
import type { LimitNumbers } from '@latchkey/service-kit/limits/limitsFile'
import { createRateLimiter } from '@latchkey/service-kit/rateLimits/createRateLimiter'
import { createMemoryRateLimits } from '@latchkey/service-kit/rateLimits/memoryRateLimits'
import { createTestMacs } from '@latchkey/service-kit/test/testMacs'
import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionData,
  type Hex,
  offchainLookupAbiItem,
  parseAbi,
  parseAbiParameters,
  stringToHex,
  zeroAddress,
} from 'viem'
import { expect, test } from 'vitest'
import { createRpcProxy } from '../chain/rpcProxy.ts'
import { createTestNodes, type NodeAnswer, result } from '../chain/testNode.fixture.ts'
import type { GuardedFetch } from '../http/guardedFetch.ts'
import { createNames } from './createNames.ts'
import { batchGateway } from './offchainLookup.ts'

const universalResolver: Address = `0x${'e'.repeat(40)}`
const resolver: Address = `0x${'4'.repeat(40)}`
const ada: Address = `0x${'ad'.repeat(20)}`
const urAbi = parseAbi([
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes, address)',
  'function reverseWithGateways(bytes account, uint256 coinType, string[] gateways) view returns (string, address, address)',
  'function goOn(bytes response, bytes extraData)',
  'error ResolverNotFound(bytes name)',
  'error ResolverError(bytes errorData)',
  'error HttpError(uint16 status, string message)',
])
const batchAbi = parseAbi(['function query((address sender, string[] urls, bytes data)[] queries)'])
const recordAbi = parseAbi([
  'function addr(bytes32 node)',
  'function addr(bytes32 node, uint256 coinType)',
  'function text(bytes32 node, string key)',
])

const answered = (data: Hex): NodeAnswer => result(data)
const reverted = (data: Hex): NodeAnswer => ({
  body: { jsonrpc: '2.0', id: 1, error: { code: 3, message: 'no', data } },
})
const resolved = (record: Hex): NodeAnswer =>
  answered(encodeAbiParameters(parseAbiParameters('bytes, address'), [record, resolver]))
const called = (name: string): NodeAnswer =>
  answered(encodeAbiParameters(parseAbiParameters('string, address, address'), [name, resolver, resolver]))
const absent = reverted(encodeErrorResult({ abi: urAbi, errorName: 'ResolverNotFound', args: ['0x'] }))
const refused = reverted(encodeErrorResult({ abi: urAbi, errorName: 'ResolverError', args: ['0x'] }))
const addressRecord = (address: Address): Hex => encodeAbiParameters([{ type: 'address' }], [address])
const textRecord = (text: string): Hex => encodeAbiParameters([{ type: 'string' }], [text])
/** A resolver that refers us to its gateways, through the batch gateway. */
const lookup = (
  urls: readonly string[],
  { sender = universalResolver, queries = 1, gateways = [batchGateway] } = {},
) => {
  const all = Array.from({ length: queries }, () => ({ sender: resolver, urls: [...urls], data: '0x1234' as const }))
  const callData = encodeFunctionData({ abi: batchAbi, functionName: 'query', args: [all] })
  const goOn = encodeFunctionData({ abi: urAbi, functionName: 'goOn', args: ['0x', '0x'] }).slice(0, 10) as Hex
  const args = [sender, gateways, callData, goOn, '0x'] as const
  return reverted(encodeErrorResult({ abi: [offchainLookupAbiItem], args }))
}

type Asked =
  | { is: 'address'; coinType: bigint }
  | { is: 'text'; key: string }
  | { is: 'reverse' }
  /** The batch gateway's response. */
  | { is: 'goOn'; response: Hex }

const readCall = (data: Hex): Asked => {
  const call = decodeFunctionData({ abi: urAbi, data })
  if (call.functionName === 'reverseWithGateways') return { is: 'reverse' }
  if (call.functionName === 'goOn') return { is: 'goOn', response: call.args[0] }
  const record = decodeFunctionData({ abi: recordAbi, data: call.args[1] })
  if (record.functionName === 'text') return { is: 'text', key: record.args[1] }
  return { is: 'address', coinType: record.args.length === 1 ? 60n : record.args[1] }
}

/** The service over a chain that answers the Universal Resolver’s calls, and gateways; all calls are recorded. */
const withNames = (
  answer: (asked: Asked) => NodeAnswer,
  guardedFetch?: GuardedFetch,
  { limits = {}, chains = ['eip155:1'] }: { limits?: LimitNumbers; chains?: readonly string[] } = {},
) => {
  let nowMs = 0
  const fetched: string[] = []
  const calls: Asked[] = []
  const nodes = createTestNodes(({ method, params: [call] }) => {
    if (method !== 'eth_call') return result('0x1')
    const asked = readCall((call as { data: Hex }).data)
    calls.push(asked)
    return answer(asked)
  })
  const urls = Object.fromEntries(chains.map((chain) => [chain, ['http://node.test']]))
  const names = createNames({
    // Not used without a zone.
    database: {} as Database,
    ens: { chainId: 'eip155:1', universalResolver, ipfsGateway: 'https://ipfs.example' },
    nodes: urls,
    rpcProxy: createRpcProxy({ nodes: urls, fetch: nodes.fetch }),
    limiter: createRateLimiter({
      limits: openLimits({ calls: true, mails: true, changes: limits }),
      rateLimits: createMemoryRateLimits(),
      kms: createTestMacs(),
      clock: systemClock,
    }),
    guardedFetch: async (url, request) => {
      fetched.push(url)
      if (guardedFetch === undefined) throw new Error('no gateway')
      return guardedFetch(url, request)
    },
    cache: createSharedCache(createMemoryStore({ now: () => nowMs })),
  })
  const advance = (ms: number) => {
    nowMs += ms
  }
  return { names, fetched, calls, advance }
}

const adasAddress = (asked: Asked): NodeAnswer =>
  asked.is === 'address' && asked.coinType === 60n ? resolved(addressRecord(ada)) : absent
const errorOf = async (work: Promise<unknown>): Promise<string> => {
  const thrown = await work.then(
    (value) => value,
    (error: unknown) => error,
  )
  return thrown instanceof Error ? thrown.name : `no error, but ${JSON.stringify(thrown)}`
}

test('a name is asked for its addresses on all chains once in five minutes, by however many', async () => {
  const { names, calls } = withNames(adasAddress)
  const [one, two] = await Promise.all([names.account('ada.eth'), names.account('ada.eth')])
  expect(one).toEqual(two)
  expect(Object.keys(one?.addresses ?? {})).toEqual(['60'])
  const asked = calls.length
  await names.account('ada.eth')
  expect(calls).toHaveLength(asked)
  const coinTypes = calls.map((call) => (call.is === 'address' ? call.coinType : null))
  expect(new Set(coinTypes)).toEqual(new Set([60n, 0n, 501n, 0x80000000n, 0x80000001n]))
})

test.each([
  'Ada.eth',
  'ada\u200b.eth',
  'ada\u202e.eth',
  'аda.eth',
  'ada..eth',
  'ada.eth.',
  '\u2067ada.eth',
  'a_b.eth',
  `${'a'.repeat(64)}\u0000.eth`,
])('%j is not a valid name, and is not requested', async (name) => {
  const { names, calls } = withNames(adasAddress)
  expect(await names.account(name)).toBeNull()
  expect(calls).toEqual([])
})

test.each([
  ['has no resolver', absent],
  ['has a resolver that refuses', refused],
  ['has a resolver that answers nothing', resolved('0x')],
  ['has a resolver that answers nonsense', resolved('0x1234')],
  ['leads to the zero address', resolved(addressRecord(zeroAddress))],
])('a name that %s leads nowhere', async (_, answer) => {
  expect(await withNames(() => answer).names.account('ada.eth')).toBeNull()
})

test.each<[string, NodeAnswer]>([
  ['is out of reach', new Error('refused')],
  ['is broken', { status: 502, body: '' }],
])('a chain that %s is CHAIN_UNREACHABLE, and is asked again after 3 s', async (_, answer) => {
  let isAway = true
  const { names, advance } = withNames((asked) => (isAway ? answer : adasAddress(asked)))
  expect(await errorOf(names.account('ada.eth'))).toBe('CHAIN_UNREACHABLE')
  expect(await errorOf(names.identity(ada))).toBe('CHAIN_UNREACHABLE')
  isAway = false
  advance(3000)
  expect(await names.account('ada.eth')).toMatchObject({ name: 'ada.eth' })
})

test('where no Universal Resolver is, or one that says what nobody knows, nothing is said of any name', async () => {
  for (const answer of [answered('0x'), reverted('0xdeadbeef'), reverted('0x')])
    expect(await errorOf(withNames(() => answer).names.account('ada.eth'))).toBe('SERVICE_UNREACHABLE')
})

const gateway = 'https://gateway.example/{sender}/{data}.json'
const sendsOn = (asked: Asked): NodeAnswer =>
  asked.is === 'goOn'
    ? resolved(addressRecord(ada))
    : asked.is === 'address' && asked.coinType === 60n
      ? lookup([gateway])
      : absent

test('a name outside the chain is asked of its gateway, with the resolver and the question in the address', async () => {
  const { names, fetched, calls } = withNames(sendsOn, async () => ({ status: 200, text: '{"data":"0xabcd"}' }))
  expect(await names.account('ada.eth')).toMatchObject({ addresses: { 60: { address: expect.any(String) } } })
  expect(fetched).toEqual([`https://gateway.example/${resolver}/0x1234.json`])
  const [response] = calls.flatMap((call) => (call.is === 'goOn' ? [call.response] : []))
  expect(response).toContain('abcd')
})

test.each<[string, GuardedFetch]>([
  ['is away', async () => Promise.reject(new Error('away'))],
  ['is broken', async () => ({ status: 500, text: '' })],
  ['sends elsewhere', async () => ({ status: 302, text: '' })],
  ['answers nonsense', async () => ({ status: 200, text: '<html>' })],
  ['answers no bytes', async () => ({ status: 200, text: '{"data":"hello"}' })],
])(
  'a gateway that %s: the contract is told so, and its word that it cannot go on is no word on the name',
  async (_, fetch) => {
    const failed = encodeErrorResult({ abi: urAbi, errorName: 'HttpError', args: [503, 'x'] })
    const { names, calls } = withNames((asked) => (asked.is === 'goOn' ? reverted(failed) : lookup([gateway])), fetch)
    expect(await errorOf(names.account('ada.eth'))).toBe('SERVICE_UNREACHABLE')
    const [response] = calls.flatMap((call) => (call.is === 'goOn' ? [call.response] : []))
    expect(response).toContain(stringToHex('no gateway has answered').slice(2))
  },
)

test('a gateway that lies is found out by its resolver, and the name is not said to be nobody’s', async () => {
  const answer = (asked: Asked) => (asked.is === 'goOn' ? refused : lookup([gateway]))
  const { names } = withNames(answer, async () => ({ status: 200, text: '{"data":"0x"}' }))
  expect(await errorOf(names.account('ada.eth'))).toBe('SERVICE_UNREACHABLE')
})

test('the next gateway is asked where one does not answer, and four at most', async () => {
  const urls = Array.from({ length: 10 }, (_, index) => `https://${index}.example/{data}`)
  const { names, fetched } = withNames(() => lookup(urls))
  expect(await errorOf(names.account('ada.eth'))).toBe('SERVICE_UNREACHABLE')
  expect(new Set(fetched).size).toBe(4)
})

test.each([
  ['one host is asked eight times', 8, () => 'gateway.example'],
  ['all of them 24 times', 24, (index: number) => `${index}.example`],
])('however much a name asks for, %s', async (_, most, hostOf) => {
  const urls = Array.from({ length: 4 }, (_, index) => `https://${hostOf(index)}/${index}/{data}`)
  const { names, fetched } = withNames(() => lookup(urls, { queries: 4 }))
  expect(await errorOf(names.account('ada.eth'))).toBe('SERVICE_UNREACHABLE')
  expect(fetched).toHaveLength(most)
})

test('all names together have so many requests a minute', async () => {
  const { names, fetched } = withNames(() => lookup([gateway]), undefined, { limits: { nameGateways: 2 } })
  for (const name of ['ada.eth', 'bob.eth', 'cyd.eth'])
    expect(await errorOf(names.account(name))).toBe('SERVICE_UNREACHABLE')
  expect(fetched).toHaveLength(2)
})

test('of a name that is kept outside the chain, and has more addresses than one host is asked for, the first ones are known', async () => {
  const chains = [
    'eip155:1',
    'eip155:10',
    'eip155:56',
    'eip155:100',
    'eip155:137',
    'eip155:8453',
    'eip155:42161',
    'eip155:43114',
  ]
  const answer = (asked: Asked) =>
    asked.is === 'goOn' ? adasAddress({ is: 'address', coinType: 60n }) : lookup([gateway])
  const { names, fetched } = withNames(answer, async () => ({ status: 200, text: '{"data":"0x"}' }), { chains })
  const account = await names.account('ada.eth')
  expect(Object.keys(account?.addresses ?? {})).toContain('60')
  expect(fetched).toHaveLength(8)
})

test('a name that sends us on and on is given up after four gateways', async () => {
  const { names, fetched } = withNames(
    () => lookup([gateway]),
    async () => ({ status: 200, text: '{"data":"0x"}' }),
  )
  expect(await errorOf(names.account('ada.eth'))).toBe('SERVICE_UNREACHABLE')
  expect(fetched).toHaveLength(4)
})

test.each([
  ['is of another contract', lookup([gateway], { sender: resolver })],
  ['asks a thousand questions', lookup([gateway], { queries: 1_000 })],
  ['wants another gateway than the one that we are', lookup([gateway], { gateways: [gateway] })],
])('a lookup that %s is followed nowhere', async (_, answer) => {
  const { names, fetched } = withNames(() => answer)
  expect(await errorOf(names.account('ada.eth'))).toBe('SERVICE_UNREACHABLE')
  expect(fetched).toEqual([])
})

const withReverse = (name: string, avatar?: string) =>
  withNames((asked) => {
    if (asked.is === 'reverse') return called(name)
    return asked.is === 'text' && avatar !== undefined ? resolved(textRecord(avatar)) : adasAddress(asked)
  }).names

test('an address is called by the name that leads back to it, and by no other', async () => {
  expect(await withReverse('ada.eth').identity(ada)).toEqual({ name: 'ada.eth', avatar: null })
  expect(await withReverse('ada.eth').identity(`0x${'bd'.repeat(20)}`)).toEqual({ name: null, avatar: null })
  for (const name of ['', 'Ada.eth', 'ada\u202e.eth', 'аda.eth', 'ada\u200d.eth'])
    expect(await withReverse(name).identity(ada)).toEqual({ name: null, avatar: null })
})

test.each([
  ['https://pictures.example/ada.png', 'https://pictures.example/ada.png'],
  ['data:image/png;base64,iVBORw0KGgo=', 'data:image/png;base64,iVBORw0KGgo='],
  [`ipfs://${'Q'.repeat(46)}/1.png`, `https://ipfs.example/ipfs/${'Q'.repeat(46)}/1.png`],
  ['http://pictures.example/ada.png', null],
  ['javascript:alert(1)', null],
  ['data:text/html;base64,PHNjcmlwdD4=', null],
  ['data:image/png,<svg onload=alert(1)>', null],
  [`data:image/png;base64,${'A'.repeat(40_000)}`, null],
  ['https://user:word@pictures.example/', null],
  [`https://pictures.example/${'a'.repeat(3_000)}`, null],
  [`eip155:1/erc721:${ada}/1`, null],
  ['ada.png', null],
])('the avatar record %s is the picture %s', async (record, avatar) => {
  expect(await withReverse('ada.eth', record).identity(ada)).toEqual({ name: 'ada.eth', avatar })
})

test('a name is known without its picture where a gateway of the picture is away', async () => {
  const { names } = withNames((asked) => {
    if (asked.is === 'reverse') return called('ada.eth')
    if (asked.is === 'goOn') return refused
    return asked.is === 'text' ? lookup([gateway]) : adasAddress(asked)
  })
  expect(await names.identity(ada)).toEqual({ name: 'ada.eth', avatar: null })
})

test('what is no address is refused, and what is one of another chain has no name', async () => {
  const { names, calls } = withNames(() => absent)
  for (const address of ['nonsense', '0x1234', ada.replace('ad', 'Ad')])
    await expect(names.identity(address)).rejects.toSatisfy((error) => isAppError(error, 'ADDRESS_INVALID'))
  const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  expect(await names.identity(bitcoin)).toEqual({ name: null, avatar: null })
  expect(await names.reverse(bitcoin)).toEqual([])
  expect(calls).toEqual([])
})
