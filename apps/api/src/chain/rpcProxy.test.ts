import { rpcMethods } from '@latchkey/protocol/rpcMethods'
import { forCaller } from '@latchkey/service-kit/http/callerSignal'
import type { LogEntry } from '@latchkey/service-kit/log'
import { describe, expect, test } from 'vitest'
import { isBundlerMethod } from './bundlerMethods.ts'
import { createRpcProxy } from './rpcProxy.ts'
import { ownRequester, pageAt } from './sharer.ts'
import { createTestNodes, type NodeAnswer, type NodeCall, result } from './testNode.fixture.ts'

const chain = 'eip155:31337'
const a = 'http://a.test'
const b = 'http://b.test'
const hash = `0x${'ab'.repeat(32)}`

const setUp = (answer: (call: NodeCall) => NodeAnswer, urls: readonly string[] = [a]) => {
  const { fetch, asked } = createTestNodes(answer)
  let nowMs = 0
  const proxy = createRpcProxy({ nodes: { [chain]: urls }, fetch, now: () => nowMs })
  const one = (method: string, params: unknown = [], caller?: string) =>
    proxy.answer(chain, { jsonrpc: '2.0', id: 7, method, params }, ownRequester(caller ?? null))
  const advance = (ms: number) => {
    nowMs += ms
  }
  return { proxy, one, asked, advance }
}
const ok = (value: unknown) => ({ jsonrpc: '2.0', id: 7, result: value })

describe('what reaches a node', () => {
  test('is the method and its parameters, and the answer keeps the id of the caller', async () => {
    const { proxy, asked } = setUp(() => result('0x10'))
    for (const id of [1, 'text', null, 0]) {
      const answer = await proxy.answer(chain, { jsonrpc: '2.0', id, method: 'eth_blockNumber', params: [], extra: 1 })
      expect(answer).toEqual({ jsonrpc: '2.0', id, result: '0x10' })
    }
    expect(asked[0]).toEqual({ url: a, method: 'eth_blockNumber', params: [] })
  })

  test.each(Object.entries(rpcMethods).map(([method, { safety }]) => [method, safety] as const))(
    '%s, which is %s, as its safety says, unless it is a wallet’s or a bundler’s to answer',
    async (method, safety) => {
      const { one, asked } = setUp(() => result(null))
      const answer = await one(method, ['0x1'])
      if (safety === 'safe' && !method.startsWith('wallet_') && !isBundlerMethod(method))
        expect(answer).toHaveProperty('result')
      else
        expect([answer, asked]).toEqual([
          expect.objectContaining({ error: expect.objectContaining({ code: 4200 }) }),
          [],
        ])
    },
  )

  test.each([
    'debug_traceTransaction',
    'admin_peers',
    'anvil_setBalance',
    'evm_mine',
    'hardhat_impersonateAccount',
    'eth_sign',
    'personal_sign',
    'constructor',
    '__proto__',
    'ETH_CALL',
    'eth_call ',
  ])('%s never does', async (method) => {
    const { one, asked } = setUp(() => result('0x'))
    expect(await one(method)).toMatchObject({ id: 7, error: { name: 'METHOD_NOT_ALLOWED', code: 4200 } })
    expect(asked).toEqual([])
  })

  test.each([
    null,
    'text',
    7,
    {},
    { jsonrpc: '1.0', id: 1, method: 'eth_call' },
    { jsonrpc: '2.0', method: 'eth_call' },
    [[]],
  ])('nothing of %j', async (body) => {
    const { proxy, asked } = setUp(() => result('0x'))
    const answer = await proxy.answer(chain, body)
    expect([answer].flat()).toEqual([
      { jsonrpc: '2.0', id: null, error: expect.objectContaining({ name: 'INVALID_REQUEST', code: -32600 }) },
    ])
    expect(asked).toEqual([])
  })

  test('nothing that nests deeper than any request does, and the rest of its batch all the same', async () => {
    const { proxy, asked } = setUp(() => result('0x1'))
    const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`) as unknown
    const request = (method: string, params: unknown) => ({ jsonrpc: '2.0', id: 7, method, params })
    const answers = await proxy.answer(chain, [request('eth_call', [deep]), request('eth_blockNumber', [])])
    expect(answers).toMatchObject([{ id: null, error: { name: 'INVALID_REQUEST' } }, ok('0x1')])
    expect(asked).toHaveLength(1)
  })

  test('nothing for a chain that nobody has set', async () => {
    const { proxy } = setUp(() => result('0x'))
    for (const chainId of ['eip155:5', 'solana:x', 'constructor', '', '31337']) {
      await expect(proxy.answer(chainId, [])).rejects.toMatchObject({ name: 'CHAIN_NOT_SUPPORTED' })
    }
    const message = /Goerli has shut down. Use ZKsync Sepolia \(eip155:300\)/
    await expect(proxy.answer('eip155:280', [])).rejects.toThrow(message)
  })
})

describe('answers without a node', () => {
  test('the chain id is that of the chain, whatever a node would say', async () => {
    const { one, asked } = setUp(() => result('0x1'))
    expect(await one('eth_chainId')).toEqual(ok('0x7a69'))
    expect(asked).toEqual([])
  })

  test('the accounts of a node are nobody’s', async () => {
    const { one, asked } = setUp(() => result(['0xf39F']))
    expect(await one('eth_accounts')).toEqual(ok([]))
    expect(asked).toEqual([])
  })

  test('a block by its hash is asked for once, also when only its case differs', async () => {
    const { one, asked } = setUp(({ params }) => result({ hash: params[0] }))
    const first = await one('eth_getBlockByHash', [hash, false])
    expect(await one('eth_getBlockByHash', [hash.toUpperCase().replace('0X', '0x'), false])).toEqual(first)
    await one('eth_getBlockByHash', [hash, true])
    expect(asked).toHaveLength(2)
  })

  test('what is not there yet, or may move, is asked for again', async () => {
    const { one, asked } = setUp(() => result(null))
    await one('eth_getBlockByHash', [hash, false])
    await one('eth_getBlockByHash', [hash, false])
    const moving = setUp(() => result({ blockNumber: '0x1' }))
    await moving.one('eth_getTransactionReceipt', [hash])
    await moving.one('eth_getTransactionReceipt', [hash])
    expect([asked.length, moving.asked.length]).toEqual([2, 2])
  })
})

describe('errors of a node', () => {
  test('are passed on as they are, without asking another node', async () => {
    const error = { code: 3, message: 'execution reverted', data: '0x08c379a0' }
    const { one, asked } = setUp(() => ({ body: { jsonrpc: '2.0', id: 1, error } }), [a, b])
    expect(await one('eth_call', [{}])).toEqual({ jsonrpc: '2.0', id: 7, error })
    expect(asked).toHaveLength(1)
  })

  test.each([
    [-32005, 'daily request count exceeded'],
    [-32601, 'the method is not available'],
    [-32004, 'method not supported'],
    [-32002, 'resource unavailable'],
  ])('that are a matter of the one node lead to the next, which is asked last of no one: %i', async (code, message) => {
    const error = { jsonrpc: '2.0', id: 1, error: { code, message } }
    const { one, asked } = setUp(
      ({ url, method }) => (url === a && method === 'eth_getLogs' ? { body: error } : result('0x1')),
      [a, b],
    )
    expect(await one('eth_getLogs', [{}])).toEqual(ok('0x1'))
    await one('eth_blockNumber')
    expect(asked.map(({ url }) => url)).toEqual([a, b, a])
  })

  test('that all nodes give are passed on', async () => {
    const error = { code: -32601, message: 'the method is not available' }
    const { one, asked } = setUp(() => ({ body: { jsonrpc: '2.0', id: 1, error } }), [a, b])
    expect(await one('eth_getLogs', [{}])).toEqual({ jsonrpc: '2.0', id: 7, error })
    expect(asked).toHaveLength(2)
  })

  test('with HTTP 400 too', async () => {
    const error = { code: -32602, message: 'bad params' }
    const { one } = setUp(() => ({ status: 400, body: { jsonrpc: '2.0', id: 1, error } }))
    expect(await one('eth_call', [{}])).toEqual({ jsonrpc: '2.0', id: 7, error })
  })
})

describe('a node that fails', () => {
  const ownFailures: [string, NodeAnswer][] = [
    ['is away', new TypeError('fetch failed')],
    ['is broken', { status: 502, body: 'Bad gateway' }],
    ['is slow', new DOMException('timed out', 'TimeoutError')],
  ]
  const provoked: [string, NodeAnswer][] = [
    ['is busy', { status: 429, body: { jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'limit' } } }],
    ['answers a page', { body: '<html>' }],
    ['answers neither result nor error', { body: { jsonrpc: '2.0', id: 1 } }],
    ['answers a list', { body: [] }],
    ['answers an error of words alone', { body: { jsonrpc: '2.0', id: 1, error: 'too many requests' } }],
    ['answers an error without a number', { body: { error: { code: '429', message: 'slow down' } } }],
    ['answers too much', { body: { result: 'x'.repeat(17 * 1024 * 1024) } }],
  ]
  const failures = [...ownFailures, ...provoked]
  test.each(failures)('because it %s is replaced by the next', async (_, failure) => {
    const { one, asked } = setUp(({ url }) => (url === a ? failure : result('0x1')), [a, b])
    expect(await one('eth_blockNumber')).toEqual(ok('0x1'))
    expect(asked.map(({ url }) => url)).toEqual([a, b])
  })

  test.each(failures)('because it %s and is the only one leaves the chain unreachable', async (_, failure) => {
    const { one } = setUp(() => failure)
    expect(await one('eth_blockNumber')).toMatchObject({ id: 7, error: { name: 'CHAIN_UNREACHABLE', code: 5000 } })
  })

  test('is asked last for half a minute', async () => {
    const { one, asked, advance } = setUp(({ url }) => (url === a ? new TypeError('away') : result('0x1')), [a, b])
    await one('eth_blockNumber')
    await one('eth_blockNumber')
    advance(30_001)
    await one('eth_blockNumber')
    expect(asked.map(({ url }) => url)).toEqual([a, b, b, a, b])
  })

  test.each(ownFailures)('because it %s is asked last by the next caller', async (_, failure) => {
    const { one, asked } = setUp(({ url }) => (url === a ? failure : result('0x1')), [a, b])
    await one('eth_blockNumber')
    await one('eth_blockNumber')
    expect(asked.map(({ url }) => url)).toEqual([a, b, b])
  })

  test.each(provoked)('for one caller, because it %s, is asked first by the next', async (_, failure) => {
    const { one, asked } = setUp(
      ({ url, method }) => (url === a && method === 'eth_getLogs' ? failure : result('0x1')),
      [a, b],
    )
    await one('eth_getLogs', [{}])
    await one('eth_blockNumber')
    expect(asked.map(({ url }) => url)).toEqual([a, b, a])
  })

  test.each(['eth_getLogs', 'eth_call'])(
    'in a page’s %s, which took too long, is asked first by the next',
    async (method) => {
      const late = new DOMException('timed out', 'TimeoutError')
      const { proxy, one, asked } = setUp(
        (call) => (call.url === a && call.method === method ? late : result('0x1')),
        [a, b],
      )
      const requester = pageAt({ network: '192.0.2.7', wide: null, widest: null }, 'demo')
      const body = { jsonrpc: '2.0', id: 7, method, params: [{ to: `0x${'ab'.repeat(20)}` }] }
      const address = { ...body, params: [{ address: body.params[0]?.to }] }
      const request = method === 'eth_call' ? body : address
      await proxy.pass(chain, request, { requester, logBlocks: 10, callGas: 1_000 })
      await one('eth_blockNumber')
      expect(asked.map(({ url }) => url)).toEqual([a, b, a])
    },
  )

  test('with less than a second of a call left has not failed', async () => {
    const c = 'http://c.test'
    const { one, asked, advance } = setUp(
      ({ url }) => {
        if (url === b) return result('0x1')
        if (url === c) return new DOMException('timed out', 'TimeoutError')
        advance(8_500)
        return new TypeError('away')
      },
      [a, c, b],
    )
    await one('eth_blockNumber')
    await one('eth_blockNumber')
    expect(asked.map(({ url }) => url)).toEqual([a, c, b, c, b])
  })

  test('in the middle of sending a transaction is followed by the next node, which may know it already', async () => {
    const known = { code: -32000, message: 'already known' }
    const { one } = setUp(
      ({ url }) => (url === a ? new TypeError('reset') : { body: { jsonrpc: '2.0', id: 1, error: known } }),
      [a, b],
    )
    expect(await one('eth_sendRawTransaction', ['0x02'])).toEqual({ jsonrpc: '2.0', id: 7, error: known })
  })
})

describe('a transaction whose answer was lost', () => {
  const nonceTooLow = { code: -32000, message: 'nonce too low: next nonce 2, tx nonce 1' }
  const noFunds = { code: -32000, message: 'insufficient funds for gas * price + value' }
  const busy = { code: -32005, message: 'limit exceeded' }
  const saying = (error: object): NodeAnswer => ({ body: { jsonrpc: '2.0', id: 1, error } })
  const lost = new TypeError('reset')
  const isOpen = { jsonrpc: '2.0', id: 7, error: { name: 'CHAIN_UNREACHABLE' } }

  test.each<[string, NodeAnswer, NodeAnswer]>([
    ['finds its nonce used, perhaps by itself', lost, saying(nonceTooLow)],
    ['meets a node that may not be asked now', lost, saying(busy)],
    ['was with a node that broke', { status: 502, body: 'Bad gateway' }, saying(nonceTooLow)],
  ])('and that %s is nobody’s to judge', async (_, first, second) => {
    const { one, asked } = setUp(({ url }) => (url === a ? first : second), [a, b])
    expect(await one('eth_sendRawTransaction', ['0x02'])).toMatchObject(isOpen)
    expect(asked).toHaveLength(2)
  })

  test.each<[string, NodeAnswer, NodeAnswer, object]>([
    ['that could never be sent is refused', lost, saying(noFunds), noFunds],
    ['is not one that the first node refused itself', saying(busy), saying(nonceTooLow), nonceTooLow],
  ])('%s', async (_, first, second, error) => {
    const { one } = setUp(({ url }) => (url === a ? first : second), [a, b])
    expect(await one('eth_sendRawTransaction', ['0x02'])).toEqual({ jsonrpc: '2.0', id: 7, error })
  })

  test('is not one that was kept from a node of another chain', async () => {
    const { fetch } = createTestNodes(() => saying(nonceTooLow))
    const identities = { isOfChain: async (_: string, url: string) => url !== a }
    const proxy = createRpcProxy({ nodes: { [chain]: [a, b] }, fetch, identities, now: () => 0 })
    const request = { jsonrpc: '2.0', id: 7, method: 'eth_sendRawTransaction', params: ['0x02'] }
    expect(await proxy.answer(chain, request)).toEqual({ jsonrpc: '2.0', id: 7, error: nonceTooLow })
  })
})

describe('filters', () => {
  test('stay with the node that made them', async () => {
    const { one, asked } = setUp(
      ({ url, method }) => {
        if (method !== 'eth_newBlockFilter') return result([])
        return url === a ? new TypeError('away') : result('0x5')
      },
      [a, b],
    )
    const made = (await one('eth_newBlockFilter')) as { result: string }
    expect(made.result).toBe('0xb')
    await one('eth_getFilterChanges', [made.result])
    expect(asked.at(-1)).toEqual({ url: b, method: 'eth_getFilterChanges', params: ['0x5'] })
    await one('eth_uninstallFilter', ['0xa'])
    expect(asked.at(-1)).toEqual({ url: a, method: 'eth_uninstallFilter', params: ['0x5'] })
  })

  test('keep the ids of a single node', async () => {
    const { one } = setUp(() => result('0x1f'))
    expect(await one('eth_newFilter', [{}])).toEqual(ok('0x1f'))
  })

  test('whose changes were lost are not read twice', async () => {
    const { one, asked } = setUp(() => new TypeError('reset'), [a, b])
    expect(await one('eth_getFilterChanges', ['0x2'])).toMatchObject({ error: { name: 'CHAIN_UNREACHABLE' } })
    expect(asked).toHaveLength(1)
  })

  test.each([[], [7], ['5'], ['0x'], ['0xzz'], [null]])('with the id %j are refused here', async (...params) => {
    const { one, asked } = setUp(() => result([]))
    expect(await one('eth_getFilterChanges', params)).toMatchObject({ error: { name: 'INVALID_PARAMS' } })
    expect(asked).toEqual([])
  })
})

describe('a batch', () => {
  const batch = (count: number, method = 'eth_blockNumber') =>
    Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method, params: [] }))

  test('is answered in its order, each for itself', async () => {
    let count = 0
    const { proxy } = setUp(() => result(count++))
    const calls = [
      ...batch(3),
      { jsonrpc: '2.0', id: 3, method: 'eth_sign' },
      'junk',
      { jsonrpc: '2.0', id: 5, method: 'eth_chainId' },
    ]
    expect(await proxy.answer(chain, calls)).toEqual([
      { jsonrpc: '2.0', id: 0, result: 0 },
      { jsonrpc: '2.0', id: 1, result: 1 },
      { jsonrpc: '2.0', id: 2, result: 2 },
      { jsonrpc: '2.0', id: 3, error: expect.objectContaining({ name: 'METHOD_NOT_ALLOWED' }) },
      { jsonrpc: '2.0', id: null, error: expect.objectContaining({ name: 'INVALID_REQUEST' }) },
      { jsonrpc: '2.0', id: 5, result: '0x7a69' },
    ])
  })

  test('reaches a node as batches of a hundred, in which each is answered whatever becomes of the others', async () => {
    const { fetch, sent } = createTestNodes(({ params }) =>
      params[0] === '0x63' ? { body: { jsonrpc: '2.0', id: 1, error: { code: 3, message: 'no' } } } : result(params[0]),
    )
    const proxy = createRpcProxy({ nodes: { [chain]: [a] }, fetch })
    const calls = batch(250).map((call) => ({ ...call, params: [`0x${call.id.toString(16)}`] }))
    const answers = (await proxy.answer(chain, calls)) as { id: number; result?: unknown; error?: unknown }[]
    expect(sent).toEqual([100, 100, 50])
    for (const [id, answer] of answers.entries())
      expect(answer).toMatchObject(id === 0x63 ? { id, error: { code: 3 } } : { id, result: `0x${id.toString(16)}` })
  })

  test('reaches a node that answers only some of it, in any order, once more for the rest', async () => {
    const sent: unknown[] = []
    const fetch: typeof globalThis.fetch = async (_, init) => {
      const body = JSON.parse(String(init?.body)) as { id: number; params: unknown[] } | { id: number }[]
      sent.push([body].flat().length)
      return Response.json(
        Array.isArray(body)
          ? [
              null,
              'junk',
              ...body.slice(1).map(({ id }) => ({ id, result: id })),
              { id: 99, result: 'unasked' },
            ].reverse()
          : { result: 'alone' },
      )
    }
    const proxy = createRpcProxy({ nodes: { [chain]: [a] }, fetch })
    const answers = (await proxy.answer(chain, batch(3))) as { result?: unknown }[]
    expect(answers.map((answer) => answer.result)).toEqual(['alone', 1, 2])
    expect(sent).toEqual([3, 1])
  })

  test('reaches a node that knows none as single calls, also from then on', async () => {
    const { fetch, sent } = createTestNodes(() => result('0x1'), { knowsBatches: false })
    const proxy = createRpcProxy({ nodes: { [chain]: [a] }, fetch })
    for (let round = 0; round < 2; round++) expect(await proxy.answer(chain, batch(2))).toHaveLength(2)
    expect(sent).toEqual([2, 1, 1, 1, 1])
  })

  test('goes to the next node as a whole when the first is away', async () => {
    const { proxy, asked } = setUp(({ url }) => (url === a ? new TypeError('fetch failed') : result(url)), [a, b])
    const answers = (await proxy.answer(chain, batch(3))) as { result?: unknown }[]
    expect(answers.map((answer) => answer.result)).toEqual([b, b, b])
    expect(asked.map(({ url }) => url)).toEqual([a, a, a, b, b, b])
  })

  test('of a thousand is served, a few at a time; of one more it is not, nor of none', async () => {
    let underWay = 0
    let most = 0
    const fetch: typeof globalThis.fetch = async (_, init) => {
      // A late identity check counts separately.
      if (String(init?.body).includes('eth_chainId')) return Response.json({ result: '0x1' })
      most = Math.max(most, ++underWay)
      await new Promise((resolve) => setImmediate(resolve))
      underWay--
      return Response.json({ result: '0x1' })
    }
    const proxy = createRpcProxy({ nodes: { [chain]: [a] }, fetch })
    expect(await proxy.answer(chain, batch(1000))).toHaveLength(1000)
    expect(most).toBe(16)
    await expect(proxy.answer(chain, batch(1001))).rejects.toMatchObject({ name: 'TOO_LARGE' })
    await expect(proxy.answer(chain, [])).rejects.toMatchObject({ name: 'INVALID_REQUEST' })
  })

  test('is not answered beyond what one call may weigh', async () => {
    const heavy = 'x'.repeat(1024 * 1024)
    const { proxy } = setUp(() => result(heavy))
    const answers = (await proxy.answer(chain, batch(40))) as { result?: unknown; error?: { name: string } }[]
    const served = answers.filter((answer) => 'result' in answer)
    expect(served.length).toBeLessThanOrEqual(16)
    expect(answers.filter(({ error }) => error?.name === 'LIMIT_EXCEEDED')).toHaveLength(40 - served.length)
  })

  test('stops asking when its caller has waited long enough', async () => {
    const { fetch } = createTestNodes(() => result('0x1'), { knowsBatches: false })
    let nowMs = 0
    const slow: typeof globalThis.fetch = (input, init) => {
      nowMs += 1_000
      return fetch(input, init)
    }
    const proxy = createRpcProxy({ nodes: { [chain]: [a] }, fetch: slow, now: () => nowMs })
    const answers = (await proxy.answer(chain, batch(40))) as object[]
    // The first second was used to find out that the node has no batch support.
    expect(answers.filter((answer) => 'result' in answer)).toHaveLength(8)
  })
})

describe('a simulation', () => {
  const from = `0x${'a1'.repeat(20)}`
  const call = { from, to: `0x${'b0'.repeat(20)}`, value: '0x1', data: '0x1234' }
  const given = (calls: readonly unknown[], more: object = {}) => [
    { blockStateCalls: [{ calls }], traceTransfers: true, validation: false, ...more },
    'latest',
  ]
  const tracer = { tracer: 'callTracer', tracerConfig: { withLog: true } }

  test.each([
    ['eth_simulateV1', given([call])],
    ['eth_simulateV1', given([{ from, value: '0x0', data: '0x6000' }])],
    ['eth_simulateV1', given([call, { ...call, value: '0x2' }])],
    ['debug_traceCall', [call, 'latest', tracer]],
  ])('reaches a node in its one form: %s', async (method, params) => {
    const { one, asked } = setUp(() => result([]))
    expect(await one(method, params)).toEqual(ok([]))
    expect(asked).toMatchObject([{ method, params }])
  })

  test.each<[string, unknown]>([
    ['eth_simulateV1', given([call, { ...call, from: `0x${'a2'.repeat(20)}` }])],
    ['eth_simulateV1', given(Array.from({ length: 257 }, () => call))],
    ['eth_simulateV1', given([call, { ...call, data: `0x${'00'.repeat(131_071)}` }])],
    ['eth_simulateV1', given([])],
    ['eth_simulateV1', given([call], { traceTransfers: false })],
    ['eth_simulateV1', given([call], { returnFullTransactions: true })],
    ['eth_simulateV1', [given([call])[0], 'pending']],
    ['eth_simulateV1', [given([call])[0]]],
    ['eth_simulateV1', given([{ ...call, gas: '0xffffffff' }])],
    ['eth_simulateV1', given([{ ...call, data: `0x${'00'.repeat(131_073)}` }])],
    [
      'eth_simulateV1',
      [{ blockStateCalls: [{ calls: [call], stateOverrides: {} }], traceTransfers: true, validation: false }, 'latest'],
    ],
    ['debug_traceCall', [call, 'latest', { tracer: '{fault: function() {}}' }]],
    ['debug_traceCall', [call, '0x1', tracer]],
    ['debug_traceCall', [call, 'latest', { ...tracer, timeout: '60s' }]],
    ['debug_traceCall', {}],
    ['debug_traceTransaction', [hash, tracer]],
  ])('never does in another: %s', async (method, params) => {
    const { one, asked } = setUp(() => result([]))
    expect(await one(method, params)).toMatchObject({ error: { name: 'METHOD_NOT_ALLOWED' } })
    expect(asked).toEqual([])
  })

  test('does not wait for those of a stranger, however many, nor other calls for it', async () => {
    const from = (caller: string) => (caller === 'stranger' ? '0x1' : '0x2')
    const of = (caller: string) => one('eth_simulateV1', given([{ ...call, value: from(caller) }]), caller)
    const { one } = setUp(({ method, params }) =>
      method === 'eth_simulateV1' && JSON.stringify(params).includes('"value":"0x1"') ? 'hang' : result('0x1'),
    )
    const hanging = Array.from({ length: 3 }, () => of('stranger'))
    const more = Array.from({ length: 50 }, () => of('stranger'))
    expect(await of('user')).toEqual(ok('0x1'))
    expect(await one('eth_blockNumber')).toEqual(ok('0x1'))
    for (const answer of await Promise.all(more)) expect(answer).toMatchObject({ error: { name: 'LIMIT_EXCEEDED' } })
    for (const answer of await Promise.all(hanging))
      expect(answer).toMatchObject({ error: { name: 'CHAIN_UNREACHABLE' } })
  }, 15_000)

  test('that a node has no time for leaves it the first to be asked', async () => {
    const { one, asked } = setUp(({ method, url }) => (method === 'eth_simulateV1' ? 'hang' : result(url)), [a, b])
    await one('eth_simulateV1', given([call]))
    expect(await one('eth_blockNumber')).toEqual(ok(a))
    // Asked for its chain meanwhile, it answers: it is slow, not unreachable.
    const calls = asked.filter(({ method }) => method !== 'eth_chainId')
    expect(calls.map(({ url }) => url)).toEqual([a, b, a])
  }, 15_000)

  test('that hangs with its node is rejected once the node has not said which chain it is of, and so is what comes after, at once', async () => {
    const log: LogEntry[] = []
    const { fetch, asked } = createTestNodes(() => 'hang')
    const proxy = createRpcProxy({ nodes: { [chain]: [a] }, fetch, log: (entry) => log.push(entry) })
    const block = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }
    const unreachable = { error: { name: 'CHAIN_UNREACHABLE' } }
    expect(await proxy.answer(chain, block)).toMatchObject(unreachable)
    expect(await proxy.parts[0]?.check()).toBe(false)
    const calls = () => asked.filter(({ method }) => method === 'eth_blockNumber')
    expect(await proxy.answer(chain, block)).toMatchObject(unreachable)
    expect(calls()).toHaveLength(1)
    expect(log).toEqual([expect.objectContaining({ level: 'error', event: 'node lost' })])
  }, 15_000)

  test('is refused when its answer is more than a screen can tell', async () => {
    const { one } = setUp(() => result('x'.repeat(1024 * 1024)))
    expect(await one('eth_simulateV1', given([call]))).toMatchObject({ error: { name: 'CHAIN_UNREACHABLE' } })
  })
})

describe('a caller who leaves', () => {
  const leaveWhileAsking = async (method: string) => {
    const asked: string[] = []
    const arrived = Promise.withResolvers<AbortSignal>()
    const answers = Promise.withResolvers<Response>()
    const fetch: typeof globalThis.fetch = async (url, init) => {
      asked.push(String(url))
      const signal = init?.signal as AbortSignal
      arrived.resolve(signal)
      signal.addEventListener('abort', () => answers.reject(signal.reason))
      return answers.promise
    }
    const proxy = createRpcProxy({ nodes: { [chain]: [a, b] }, fetch })
    const caller = new AbortController()
    const answering = forCaller(caller.signal, () =>
      proxy.answer(chain, { jsonrpc: '2.0', id: 7, method, params: ['0x1'] }),
    )
    const signal = await arrived.promise
    caller.abort()
    answers.resolve(Response.json({ jsonrpc: '2.0', id: 1, result: '0x1' }))
    return { answer: await answering, asked, isEnded: signal.aborted }
  }

  test('ends what is read for them, and no other node is asked', async () => {
    expect(await leaveWhileAsking('eth_getTransactionCount')).toMatchObject({ isEnded: true, asked: [a] })
  })

  test('leaves a transaction on its way', async () => {
    const { answer, asked, isEnded } = await leaveWhileAsking('eth_sendRawTransaction')
    expect([asked, isEnded, answer]).toEqual([[a], false, ok('0x1')])
  })
})
