import { expect, test } from 'vitest'
import { createTestClock } from '../client/testClient.fixture.ts'
import { createApiClient, createBatchedRpc, rpc } from '../index.ts'

type Envelope = { id: number; method: string }
type Reply = { status?: number; body: unknown }

/** Creates a client whose api responds to each body with `answer`, and records the bodies. */
const setUp = (answer: (body: Envelope | Envelope[]) => Reply | Promise<Reply>) => {
  const sent: (Envelope | Envelope[])[] = []
  const signals: (AbortSignal | null | undefined)[] = []
  const { clock } = createTestClock()
  const client = createApiClient({
    endpoints: { rpc },
    apiUrl: 'https://api.test',
    custodyUrl: 'https://custody.test',
    projectId: 'demo',
    clock,
    fetch: async (_, init = {}) => {
      const body = JSON.parse(new TextDecoder().decode(init.body as Uint8Array)) as Envelope | Envelope[]
      sent.push(body)
      signals.push(init.signal)
      const { status = 200, body: answered } = await answer(body)
      return new Response(JSON.stringify(answered), { status })
    },
  })
  const ask = createBatchedRpc(client)
  const methodsSent = () => sent.map((body) => (Array.isArray(body) ? body.map(({ method }) => method) : body.method))
  return { ask, sent, signals, methodsSent }
}
const result = ({ id, method }: Envelope) => ({ jsonrpc: '2.0', id, result: method })
const echo = (body: Envelope | Envelope[]): Reply => ({
  body: Array.isArray(body) ? body.map(result).reverse() : result(body),
})
const chain = 'eip155:1'
const [one, two, three] = ['eth_blockNumber', 'eth_gasPrice', 'eth_getBalance'].map((method) => ({ method })) as [
  { method: string },
  { method: string },
  { method: string },
]

test('calls of one turn go as one batch for each chain, and each gets its own answer in any order', async () => {
  const { ask, methodsSent } = setUp(echo)
  const answers = await Promise.all([ask(chain, one), ask(chain, two), ask('eip155:10', three), ask(chain, three)])
  expect(answers.map((each) => each.result)).toEqual([one.method, two.method, three.method, three.method])
  expect(methodsSent()).toEqual([[one.method, two.method, three.method], three.method])
})

test('a call by itself stays a single object, and a later turn sends another', async () => {
  const { ask, methodsSent } = setUp(echo)
  await ask(chain, one)
  await Promise.all([ask(chain, one), ask(chain, two)])
  expect(methodsSent()).toEqual([one.method, [one.method, two.method]])
})

test('more than 1000 calls go as several batches', async () => {
  const { ask, sent } = setUp(echo)
  const answers = await Promise.all(Array.from({ length: 2001 }, () => ask(chain, one)))
  expect(answers).toHaveLength(2001)
  expect(sent.map((body) => (Array.isArray(body) ? body.length : 'single'))).toEqual([1000, 1000, 'single'])
})

test.each([
  'eth_sendRawTransaction',
  'eth_sendUserOperation',
  'eth_simulateV1',
  'debug_traceCall',
  'eth_getLogs',
  'getTokenAccountsByOwner',
])('%s goes by itself: it can’t be repeated, or may take long', async (method) => {
  const { ask, methodsSent } = setUp(echo)
  await Promise.all([ask(chain, one), ask(chain, { method }), ask(chain, two)])
  expect(methodsSent()).toEqual(expect.arrayContaining([method, [one.method, two.method]]))
})

test('the error of a call, and an answer that is missing or none, fail this call only', async () => {
  const error = { code: 3, message: 'execution reverted', data: '0x08c379a0' }
  const { ask } = setUp((body) => ({
    body: [body].flat().flatMap((each): unknown[] => {
      if (each.method === two.method) return [{ jsonrpc: '2.0', id: each.id, error }]
      if (each.method === three.method) return []
      return [each.method === 'eth_getCode' ? { id: each.id } : result(each)]
    }),
  }))
  const calls = [one, two, three, { method: 'eth_getCode' }]
  const outcomes = await Promise.allSettled(calls.map((call) => ask(chain, call)))
  expect(outcomes).toMatchObject([
    { value: { result: one.method } },
    { value: { error } },
    { reason: { name: 'INTERNAL', message: 'The node sent no answer to this call' } },
    { reason: { name: 'INTERNAL' } },
  ])
})

test.each([
  ['200', 200, -32600],
  ['400', 400, -32600],
])('a node that knows no batches is asked call by call, with status %s', async (_, status, code) => {
  const refusal = { jsonrpc: '2.0', id: null, error: { code, message: 'batches are not supported' } }
  const { ask, methodsSent } = setUp((body) => (Array.isArray(body) ? { status, body: refusal } : echo(body)))
  const askBoth = () => Promise.all([ask(chain, one), ask(chain, two)])
  expect(await askBoth()).toEqual([{ result: one.method }, { result: two.method }])
  expect(methodsSent()).toEqual([[one.method, two.method], one.method, two.method])
  if (status !== 200) return
  await askBoth()
  expect(methodsSent().slice(3)).toEqual([one.method, two.method])
})

test('a batch that is too large is sent call by call', async () => {
  const { ask } = setUp((body) => (Array.isArray(body) ? { status: 413, body: {} } : echo(body)))
  expect(await Promise.all([ask(chain, one), ask(chain, two)])).toEqual([
    { result: one.method },
    { result: two.method },
  ])
})

const away = ({ id }: Envelope) => ({
  jsonrpc: '2.0',
  id,
  error: { name: 'CHAIN_UNREACHABLE', code: 5000, message: 'The network cannot be reached right now' },
})

test('a call that no node has answered is asked again by itself, and rejects as it would have alone', async () => {
  const { ask, methodsSent } = setUp((body) =>
    Array.isArray(body)
      ? { body: body.map((each) => (each.method === two.method ? away(each) : result(each))) }
      : { status: 503, body: away(body) },
  )
  const outcomes = await Promise.allSettled([ask(chain, one), ask(chain, two)])
  expect(outcomes).toMatchObject([{ value: { result: one.method } }, { reason: { name: 'CHAIN_UNREACHABLE' } }])
  expect(methodsSent().slice(0, 2)).toEqual([[one.method, two.method], two.method])
})

test('an unreachable chain, and an exceeded limit, reject every call of the batch', async () => {
  const { ask, methodsSent } = setUp((body) => ({ status: 503, body: [body].flat().map(away) }))
  const outcomes = await Promise.allSettled([ask(chain, one), ask(chain, two)])
  expect(outcomes).toMatchObject([{ reason: { name: 'CHAIN_UNREACHABLE' } }, { reason: { name: 'CHAIN_UNREACHABLE' } }])
  // As for single calls: three retries.
  expect(methodsSent()).toHaveLength(4)
})

test('a caller that aborts ends its own call only; the request ends when all have', async () => {
  const held = Promise.withResolvers<Reply>()
  const { ask, sent, signals } = setUp(() => held.promise)
  const [first, second] = [new AbortController(), new AbortController()]
  const outcomes = [
    ask(chain, one, { signal: first.signal }),
    ask(chain, two, { signal: second.signal }),
    ask(chain, three, { signal: AbortSignal.abort() }),
  ]
  await expect(outcomes[2]).rejects.toMatchObject({ name: 'ABORTED' })
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]).toMatchObject([{ method: one.method }, { method: two.method }])
  first.abort()
  await expect(outcomes[0]).rejects.toMatchObject({ name: 'ABORTED' })
  expect(signals[0]?.aborted).toBe(false)
  second.abort()
  await expect(outcomes[1]).rejects.toMatchObject({ name: 'ABORTED' })
  expect(signals[0]?.aborted).toBe(true)
})

test('the others of a batch get their answers after one caller has left', async () => {
  const held = Promise.withResolvers<void>()
  const { ask, sent } = setUp(async (body) => {
    await held.promise
    return echo(body)
  })
  const leaving = new AbortController()
  const left = ask(chain, one, { signal: leaving.signal })
  const stays = ask(chain, two)
  await expect.poll(() => sent.length).toBe(1)
  leaving.abort()
  held.resolve()
  await expect(left).rejects.toMatchObject({ name: 'ABORTED' })
  expect(await stays).toEqual({ result: two.method })
})
