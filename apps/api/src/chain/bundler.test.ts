import { smartAccountContracts } from '@latchkey/chains'
import type { LogEntry } from '@latchkey/service-kit/log'
import { describe, expect, test } from 'vitest'
import { createBundlers } from './createBundlers.ts'
import { createRpcProxy } from './rpcProxy.ts'
import { ownRequester } from './sharer.ts'
import { createTestNodes, type NodeAnswer, type NodeCall, result } from './testNode.fixture.ts'

const chain = 'eip155:31337'
const node = 'http://node.test'
const url = 'http://bundler.test/a-key'
const { entryPoint } = smartAccountContracts
const hash = `0x${'ab'.repeat(32)}`
const sender = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const operation = {
  sender,
  nonce: '0x0',
  callData: '0x',
  callGasLimit: '0x5208',
  verificationGasLimit: '0x5208',
  preVerificationGas: '0x5208',
  maxFeePerGas: '0x1',
  maxPriorityFeePerGas: '0x1',
  signature: `0x${'00'.repeat(65)}`,
}
const sent = ['eth_sendUserOperation', [operation, entryPoint]] as const
const received = ['eth_getUserOperationReceipt', [hash]] as const
const receipt = {
  userOpHash: hash,
  sender,
  nonce: '0x0',
  actualGasCost: '0x1',
  actualGasUsed: '0x1',
  success: true,
  logs: [],
  receipt: { transactionHash: hash, blockNumber: '0x1' },
}

type SetUp = { identity?: (method: string) => NodeAnswer | undefined }

const setUp = (answer: (call: NodeCall) => NodeAnswer, { identity = () => undefined }: SetUp = {}) => {
  let nowMs = 0
  const identityOf = (method: string): NodeAnswer | undefined =>
    identity(method) ?? { eth_chainId: result('0x7a69'), eth_supportedEntryPoints: result([entryPoint]) }[method]
  const { fetch, asked } = createTestNodes((call) => (call.url === url && identityOf(call.method)) || answer(call))
  const log: LogEntry[] = []
  const now = () => nowMs
  const networks = { [chain]: { kind: 'hybrid', bundler: url } } as const
  const bundlers = createBundlers(networks, { fetch, log: (entry) => log.push(entry), now })
  const proxy = createRpcProxy({ nodes: { [chain]: [node], 'eip155:5': [node] }, fetch, bundlers, now })
  const one = async (method: string, params: unknown, { chainId = chain, caller = '' } = {}) => {
    const answered = await proxy.answer(chainId, { jsonrpc: '2.0', id: 7, method, params }, ownRequester(caller))
    return [answered].flat()[0]
  }
  /** Calls other than those about its identity. */
  const passed = () => asked.filter(({ method }) => method !== 'eth_chainId' && method !== 'eth_supportedEntryPoints')
  return { proxy, one, asked, passed, log, advance: (ms: number) => (nowMs += ms) }
}
const ok = (value: unknown) => ({ jsonrpc: '2.0', id: 7, result: value })
const plenty = { take: () => true, give: () => {} }
const unbounded = { short: plenty, long: plenty }
const refusal = (name: string) => expect.objectContaining({ id: 7, error: expect.objectContaining({ name }) })
const unreachable = refusal('BUNDLER_UNREACHABLE')

describe('what reaches the bundler', () => {
  test('is a signed operation as it would be written by us, and nothing that a page puts beside it', async () => {
    const { one, passed } = setUp(() => result(hash))
    const noted = { ...operation, sender: sender.toLowerCase(), extra: 1 }
    expect(await one('eth_sendUserOperation', [noted, entryPoint.toLowerCase()])).toEqual(ok(hash))
    expect(passed()).toEqual([{ url, method: 'eth_sendUserOperation', params: [operation, entryPoint] }])
  })

  test('is an estimate of what is known, and a hash', async () => {
    const { one, passed } = setUp(({ method }) => result(method === 'eth_estimateUserOperationGas' ? estimate : null))
    const partly = { sender, nonce: '0x0', callData: '0x', signature: '0x' }
    const estimate = { preVerificationGas: '0x1', verificationGasLimit: '0x2', callGasLimit: '0x3' }
    expect(await one('eth_estimateUserOperationGas', [partly, entryPoint])).toEqual(ok(estimate))
    expect(await one('eth_getUserOperationByHash', [hash])).toEqual(ok(null))
    expect(await one(...received)).toEqual(ok(null))
    expect(passed().map(({ params }) => params)).toEqual([[partly, entryPoint], [hash], [hash]])
  })

  test.each<[string, unknown]>([
    ['another EntryPoint', [operation, '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789']],
    ['no EntryPoint', [operation]],
    ['overrides of state', [operation, entryPoint, { [sender]: { balance: '0x1' } }]],
    ['no operation', [null, entryPoint]],
    ['a packed operation', [{ ...operation, callGasLimit: undefined, accountGasLimits: hash }, entryPoint]],
    ['an operation without a signature', [{ ...operation, signature: undefined }, entryPoint]],
    ['calls of more than 128 KiB', [{ ...operation, callData: `0x${'00'.repeat(131_073)}` }, entryPoint]],
    ['a signature of a megabyte', [{ ...operation, signature: `0x${'00'.repeat(1_048_576)}` }, entryPoint]],
    ['a limit beyond 128 bits', [{ ...operation, callGasLimit: `0x1${'0'.repeat(32)}` }, entryPoint]],
    ['a paymaster’s data without a paymaster', [{ ...operation, paymasterData: '0x' }, entryPoint]],
  ])('is never %s', async (_, params) => {
    const { one, asked } = setUp(() => result(hash))
    expect(await one('eth_sendUserOperation', params)).toEqual(refusal('INVALID_PARAMS'))
    expect(asked).toEqual([])
  })

  test.each([[], [hash.slice(2)], [`${hash}00`], [hash, hash], [null]])(
    'is never a receipt of %j',
    async (...params) => {
      const { one, asked } = setUp(() => result(null))
      for (const method of ['eth_getUserOperationReceipt', 'eth_getUserOperationByHash'])
        expect(await one(method, params)).toEqual(refusal('INVALID_PARAMS'))
      expect(asked).toEqual([])
    },
  )

  test.each([
    'debug_bundler_clearState',
    'debug_bundler_sendBundleNow',
    'pimlico_sendUserOperationNow',
    'pm_sponsorUserOperation',
    'eth_sendUserOperations',
  ])('is never %s', async (method) => {
    const { one, asked } = setUp(() => result(null))
    expect(await one(method, [])).toEqual(refusal('METHOD_NOT_ALLOWED'))
    expect(asked).toEqual([])
  })

  test('is nothing else that a node answers, and a chain without a bundler has no such methods', async () => {
    const { one, passed } = setUp(() => result('0x1'))
    await one('eth_blockNumber', [])
    expect(await one(...sent, { chainId: 'eip155:5' })).toEqual(refusal('METHOD_NOT_ALLOWED'))
    expect(passed()).toEqual([{ url: node, method: 'eth_blockNumber', params: [] }])
  })
})

describe('what the bundler answers', () => {
  test('of EntryPoints is the one that we know', async () => {
    const { one } = setUp(() => result(null), {
      identity: (method) =>
        method === 'eth_supportedEntryPoints' ? result([sender, entryPoint.toLowerCase()]) : undefined,
    })
    expect(await one('eth_supportedEntryPoints', [])).toEqual(ok([entryPoint]))
  })

  test('is passed on with its own errors, as long as they are not endless', async () => {
    const error = { code: -32500, message: `AA21 didn't pay prefund ${'x'.repeat(5_000)}`, data: '0x1234' }
    const { one } = setUp(() => ({ body: { jsonrpc: '2.0', id: 1, error } }))
    expect(await one(...sent)).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: { ...error, message: error.message.slice(0, 1000) },
    })
    const { one: bulky } = setUp(() => ({ body: { id: 1, error: { ...error, data: 'x'.repeat(20_000) } } }))
    expect(await bulky(...sent)).not.toHaveProperty('error.data')
  })

  test.each<[string, readonly [string, readonly unknown[]], unknown]>([
    ['no hash', sent, 'accepted'],
    ['a short hash', sent, '0xab'],
    ['no gas', ['eth_estimateUserOperationGas', [operation, entryPoint]], { callGasLimit: 21_000 }],
    ['a receipt of another operation', received, { ...receipt, userOpHash: `0x${'cd'.repeat(32)}` }],
    ['a receipt without a cost', received, { ...receipt, actualGasCost: undefined }],
    ['a receipt without a transaction', received, { ...receipt, receipt: {} }],
    ['text', received, 'pending'],
    ['other EntryPoints', ['eth_supportedEntryPoints', []], [sender]],
  ])('is BUNDLER_UNREACHABLE when it is %s', async (_, [method, params], answer) => {
    let isFirst = true
    const { one } = setUp(() => result(answer), {
      // Its first identity is correct.
      identity: (asked) => (asked === 'eth_supportedEntryPoints' && !isFirst ? result(answer) : undefined),
    })
    await one('eth_supportedEntryPoints', [])
    isFirst = false
    expect(await one(method, params)).toEqual(unreachable)
  })

  test('is a whole receipt', async () => {
    const { one } = setUp(() => result({ ...receipt, paymaster: sender }))
    expect(await one(...received)).toEqual(ok({ ...receipt, paymaster: sender }))
  })

  test('is kept apart from what nodes answer to the same body', async () => {
    const { proxy } = setUp(({ url: at }) => (at === node ? result('0x10') : new TypeError('refused')))
    const body = [sent, ['eth_blockNumber', []] as const].map(([method, params], id) => ({
      ...{ jsonrpc: '2.0', id, method, params },
    }))
    expect(await proxy.answer(chain, body)).toEqual([
      expect.objectContaining({ id: 0, error: expect.objectContaining({ name: 'BUNDLER_UNREACHABLE' }) }),
      { jsonrpc: '2.0', id: 1, result: '0x10' },
    ])
  })
})

describe('a bundler that fails', () => {
  test.each<[string, NodeAnswer]>([
    ['is away', new TypeError('refused')],
    ['breaks', { status: 500, body: 'down' }],
    ['limits its callers', { status: 429, body: '' }],
    ['does not speak JSON-RPC', { body: '<html>' }],
    ['is endless', { body: 'x'.repeat(3 * 1024 * 1024) }],
  ])('and %s is BUNDLER_UNREACHABLE, not the chain', async (_, answer) => {
    const { one } = setUp(({ url: at }) => (at === node ? result('0x10') : answer))
    expect(await one(...sent)).toEqual(unreachable)
    expect(await one('eth_blockNumber', [])).toEqual(ok('0x10'))
  })

  test('is left alone for a while, and then tried by one caller for all', async () => {
    let isAway = true
    const { one, passed, advance } = setUp(() => (isAway ? new TypeError('refused') : result(null)))
    expect(await one(...received)).toEqual(unreachable)
    expect(await one(...received)).toEqual(unreachable)
    expect(passed()).toHaveLength(1)
    advance(1_000)
    expect(await Promise.all([one(...received), one(...received)])).toEqual([unreachable, unreachable])
    expect(passed()).toHaveLength(2)
    advance(1_999)
    await one(...received)
    expect(passed()).toHaveLength(2)
    advance(1)
    isAway = false
    expect(await one(...received)).toEqual(ok(null))
    expect(await one(...received)).toEqual(ok(null))
    expect(passed()).toHaveLength(4)
  })

  test('does not seem so to all others because one operation breaks it', async () => {
    const { one } = setUp(({ method }) =>
      method === 'eth_getUserOperationReceipt' ? result(null) : { status: 500, body: 'out of memory' },
    )
    expect(await one(...sent)).toEqual(unreachable)
    expect(await one('eth_estimateUserOperationGas', [operation, entryPoint])).toEqual(unreachable)
    expect(await one(...received)).toEqual(ok(null))
  })

  test.each<[string, (method: string) => NodeAnswer | undefined]>([
    ['another chain', (method) => (method === 'eth_chainId' ? result('0x1') : undefined)],
    ['no chain at all', (method) => (method === 'eth_chainId' ? result(null) : undefined)],
    ['another EntryPoint', (method) => (method === 'eth_supportedEntryPoints' ? result([sender]) : undefined)],
  ])('by being of %s gets no operation, which the log says once without its key', async (_, identity) => {
    const { one, passed, log, advance } = setUp(() => result(hash), { identity })
    expect(await one(...sent)).toEqual(unreachable)
    advance(60_000)
    expect(await one(...sent)).toEqual(unreachable)
    expect(passed()).toEqual([])
    expect(log).toEqual([
      expect.objectContaining({
        event: 'bundler is of another chain or EntryPoint',
        cause: `${chain} at bundler.test`,
      }),
    ])
  })

  test('by its identity is asked again a minute later, and used when it is right', async () => {
    let chainId = '0x1'
    const { one, log, advance } = setUp(() => result(hash), {
      identity: (method) => (method === 'eth_chainId' ? result(chainId) : undefined),
    })
    await one(...sent)
    chainId = '0x7a69'
    expect(await one(...sent)).toEqual(unreachable)
    advance(60_000)
    expect(await one(...sent)).toEqual(ok(hash))
    expect(log.at(-1)).toMatchObject({ level: 'info', event: 'bundler can be used again' })
  })
})

test('answers of one body take no more room than those of nodes do, and the rest is refused by name', async () => {
  const logs = [{ data: `0x${'ab'.repeat(512 * 1024)}` }]
  const { proxy, one } = setUp(({ method }) => result(method === received[0] ? { ...receipt, logs } : hash))
  const [method, params] = received
  const body = Array.from({ length: 100 }, () => ({ jsonrpc: '2.0', id: 7, method, params }))
  const answered = [await proxy.answer(chain, body)].flat()
  expect(JSON.stringify(answered).length).toBeLessThan(17 * 1024 * 1024)
  const names = answered.map((each) => ('result' in each ? 'result' : 'name' in each.error && each.error.name))
  expect(new Set(names)).toEqual(new Set(['result', 'LIMIT_EXCEEDED']))
  expect(proxy.bytesTaken()).toBe(0)
  expect(await one(...sent)).toEqual(ok(hash))
})

test('of one caller only a few operations are tried at a time, and the others wait or are refused', async () => {
  const waiting: (() => void)[] = []
  const { fetch } = createTestNodes(() => result(hash))
  const slow: typeof fetch = async (input, init) => {
    const { method } = JSON.parse(String(init?.body)) as { method: string }
    if (method === 'eth_chainId') return Response.json({ id: 1, result: '0x7a69' })
    if (method === 'eth_supportedEntryPoints') return Response.json({ id: 1, result: [entryPoint] })
    await new Promise<void>((resolve) => waiting.push(resolve))
    return fetch(input, init)
  }
  const bundlers = createBundlers({ [chain]: { kind: 'hybrid', bundler: url } }, { fetch: slow, log: () => {} })
  const ask = (caller: string) =>
    bundlers[chain]?.ask('eth_sendUserOperation', sent[1], ownRequester(caller), unbounded)
  const all = Array.from({ length: 14 }, () => ask('a')?.catch((error: Error) => error.name))
  const other = ask('b')
  expect(await Promise.all(all.slice(12))).toEqual(['LIMIT_EXCEEDED', 'LIMIT_EXCEEDED'])
  while (waiting.length < 5) await new Promise((resolve) => setImmediate(resolve))
  for (const open of waiting) open()
  expect(await other).toEqual({ result: hash })
  const rest = Promise.all(all)
  const opening = setInterval(() => waiting.splice(0).map((open) => open()), 1)
  expect((await rest).filter((each) => each !== 'LIMIT_EXCEEDED')).toHaveLength(12)
  clearInterval(opening)
})
