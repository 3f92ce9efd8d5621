/** Bodies with huge answers: how much the process reads, and what the caller gets for the rest. */

import { forCaller } from '@latchkey/service-kit/http/callerSignal'
import { StreamedJson } from '@latchkey/service-kit/http/streamedJson'
import { networksOf } from '@latchkey/service-kit/rateLimits/networkOf'
import { describe, expect, test } from 'vitest'
import { rpcBody } from './rpcBody.ts'
import { createRpcProxy } from './rpcProxy.ts'
import { pageAt } from './sharer.ts'

const chain = 'eip155:31337'
const MiB = 1024 * 1024
const address = `0x${'ab'.repeat(20)}`
const piece = new Uint8Array(64 * 1024).fill(0x20)

/** A node that answers each request with a list of so many bytes, a balance with none, and counts the bytes read. */
const openNode = (bytes: number) => {
  let read = 0
  let most = 0
  let open = 0
  const encode = (text: string) => new TextEncoder().encode(text)
  const fetch: typeof globalThis.fetch = async (_, init) => {
    open++
    most = Math.max(most, open)
    let left = String(init?.body).includes('eth_getBalance') ? 0 : bytes
    const stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => controller.enqueue(encode('{"jsonrpc":"2.0","id":1,"result":[1,')),
        pull(controller) {
          if (left > 0) {
            left -= piece.length
            read += piece.length
            return controller.enqueue(piece)
          }
          open--
          controller.enqueue(encode('2]}'))
          controller.close()
        },
        cancel: () => void open--,
      },
      { highWaterMark: 0 },
    )
    return new Response(stream)
  }
  return { fetch, read: () => read, most: () => most }
}
const open = (bytes: number, maxBytes = 64 * MiB) => {
  const node = openNode(bytes)
  const proxy = createRpcProxy({
    nodes: { [chain]: ['http://a.test'] },
    fetch: node.fetch,
    maxBytesAtOnce: () => maxBytes,
  })
  const pass = (body: unknown, address = '192.0.2.7', project = 'demo') =>
    proxy.pass(chain, body, {
      requester: pageAt(networksOf(address), project),
      logBlocks: 10_000,
      callGas: 50_000_000,
    })
  return { node, proxy, pass }
}
const logs = (id: number) => ({ jsonrpc: '2.0', id, method: 'eth_getLogs', params: [{ address }] })
const namesOf = (answered: unknown): string[] =>
  [answered].flat().map((each) => {
    const { error } = each as { error?: { name: string } }
    return error === undefined ? 'result' : error.name
  })

describe('huge answers', () => {
  test('of one body, 16 of 12 MiB: one is passed on, 16 MiB are read at most, the rest is refused by name', async () => {
    const { node, proxy, pass } = open(12 * MiB)
    const { answered, room } = await pass(Array.from({ length: 16 }, (_, id) => logs(id)))
    expect(namesOf(answered).toSorted()).toEqual([...Array(15).fill('LIMIT_EXCEEDED'), 'result'])
    expect(node.read()).toBeLessThanOrEqual(17 * MiB)
    expect(proxy.bytesTaken()).toBeLessThanOrEqual(16 * MiB)
    room.release()
    expect(proxy.bytesTaken()).toBe(0)
  })

  test('of many bodies take no more than the process has, and all that is held is given back', async () => {
    const { proxy, pass } = open(6 * MiB, 30 * MiB)
    const bodies = await Promise.all(
      Array.from({ length: 10 }, (_, each) => pass([logs(1)], `192.0.${each}.7`, `project ${each}`)),
    )
    expect(proxy.bytesTaken()).toBeLessThanOrEqual(30 * MiB)
    const names = bodies.flatMap(({ answered }) => namesOf(answered))
    expect(names.filter((name) => name === 'result')).toHaveLength(3)
    expect(names.filter((name) => name === 'LIMIT_EXCEEDED')).toHaveLength(7)
    for (const { room } of bodies) room.release()
    expect(proxy.bytesTaken()).toBe(0)
  })

  test('that are remembered count as those of the nodes do, and are remembered by what they weigh', async () => {
    const block = 'eth_getUncleCountByBlockHash'
    const transaction = 'eth_getTransactionByBlockHashAndIndex'
    let asked = 0
    const fetch: typeof globalThis.fetch = async (_, init) => {
      const requests = [JSON.parse(String(init?.body))].flat() as { id: number; method: string }[]
      asked += requests.length
      const answers = requests.map(({ id, method }) => ({
        ...{ jsonrpc: '2.0', id },
        result: method === transaction ? { input: `0x${'ab'.repeat(128 * 1024)}` } : {},
      }))
      return Response.json(answers.length === 1 ? answers[0] : answers)
    }
    const proxy = createRpcProxy({ nodes: { [chain]: ['http://a.test'] }, fetch })
    const pass = (requests: readonly (readonly [method: string, index: number])[]) =>
      proxy.pass(
        chain,
        requests.map(([method, index]) => ({ jsonrpc: '2.0', id: 1, method, params: [`0x${'cd'.repeat(32)}`, index] })),
        { requester: pageAt(networksOf('192.0.2.7'), 'demo'), logBlocks: 10_000, callGas: 50_000_000 },
      )
    // Beside short ones, which lower the average length of a batch.
    for (let index = 0; index < 40; index++) {
      const short = Array.from({ length: 9 }, (_, each) => [block, 9 * index + each] as const)
      const { room } = await pass([[transaction, index], ...short])
      room.release()
    }
    asked = 0
    const { answered, room } = await pass(Array.from({ length: 1_000 }, () => [transaction, 39]))
    expect(asked).toBe(0)
    expect(room.taken()).toBeLessThanOrEqual(16 * MiB)
    expect(JSON.stringify(answered).length).toBeLessThanOrEqual(17 * MiB)
    expect(new Set(namesOf(answered))).toEqual(new Set(['result', 'LIMIT_EXCEEDED']))
    room.release()
    // 8 MiB hold some thirty of them.
    const { room: again } = await pass([[transaction, 0]])
    expect(asked).toBe(1)
    again.release()
    expect(proxy.bytesTaken()).toBe(0)
  })

  test('nobody’s search ends because another caller, who asked for the newest block first, has left', async () => {
    const [asked, newest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const fetch: typeof globalThis.fetch = async (_, init) => {
      const isHead = String(init?.body).includes('eth_blockNumber')
      const left = Promise.withResolvers<never>()
      init?.signal?.addEventListener('abort', () => left.reject(init.signal?.reason))
      if (isHead) asked.resolve()
      if (isHead) await Promise.race([newest.promise, left.promise])
      return Response.json({ jsonrpc: '2.0', id: 1, result: isHead ? '0x64' : [] })
    }
    const proxy = createRpcProxy({ nodes: { [chain]: ['http://a.test'] }, fetch })
    const search = () =>
      proxy.pass(
        chain,
        { jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [{ fromBlock: '0x60', address }] },
        { requester: pageAt(networksOf('192.0.2.7'), 'demo'), logBlocks: 10_000, callGas: 50_000_000 },
      )
    const caller = new AbortController()
    const first = forCaller(caller.signal, search)
    await asked.promise
    const second = search()
    // As many turns as needed to wait for the same block.
    await new Promise(setImmediate)
    caller.abort()
    await new Promise(setImmediate)
    newest.resolve()
    await expect(first).rejects.toMatchObject({ name: 'ABORTED' })
    const { answered, room } = await second
    room.release()
    expect(answered).toMatchObject({ result: [] })
  })

  test('of trials are held until they are sent, as all others', async () => {
    const calls = [{ from: address, to: address, value: '0x0', data: '0x' }]
    const tried = { blockStateCalls: [{ calls }], traceTransfers: true, validation: false }
    const fetch: typeof globalThis.fetch = async () =>
      Response.json({ jsonrpc: '2.0', id: 1, result: `0x${'ab'.repeat(MiB / 4)}` })
    const proxy = createRpcProxy({ nodes: { [chain]: ['http://a.test'] }, fetch })
    const body = Array.from({ length: 6 }, (_, id) => ({
      ...{ jsonrpc: '2.0', id, method: 'eth_simulateV1' },
      params: [tried, 'latest'],
    }))
    const requester = pageAt(networksOf('192.0.2.7'), 'demo')
    const passed = await proxy.pass(chain, body, { requester, logBlocks: 10_000, callGas: 50_000_000 })
    expect(namesOf(passed.answered)).toEqual(Array(6).fill('result'))
    expect(proxy.bytesTaken()).toBeGreaterThanOrEqual(3 * MiB)
    expect(rpcBody(passed)).toBeInstanceOf(StreamedJson)
    passed.room.release()
    expect(proxy.bytesTaken()).toBe(0)
  })

  test('are with the nodes a few at a time for one caller', async () => {
    const { node, pass } = open(64 * 1024)
    const bodies = await Promise.all(Array.from({ length: 16 }, () => pass([logs(1), logs(2)])))
    expect(bodies.flatMap(({ answered }) => namesOf(answered))).toEqual(Array(32).fill('result'))
    expect(node.most()).toBeLessThanOrEqual(4)
    for (const { room } of bodies) room.release()
  })

  test('are sent as the node wrote them, each with the id of its request, beside short ones', async () => {
    const { pass, proxy } = open(128 * 1024)
    const passed = await pass([logs(7), { jsonrpc: '2.0', id: 'chain', method: 'eth_chainId', params: [] }])
    const body = rpcBody(passed)
    if (!(body instanceof StreamedJson)) throw new Error('expected pieces')
    const sent = JSON.parse(Buffer.concat(body.pieces).toString('utf8'))
    expect(sent).toEqual([
      { jsonrpc: '2.0', id: 7, result: [1, 2] },
      { jsonrpc: '2.0', id: 'chain', result: '0x7a69' },
    ])
    expect(proxy.bytesTaken()).toBeGreaterThan(128 * 1024)
    body.onSent(64 * 1024)
    expect(proxy.bytesTaken()).toBeLessThan(65 * 1024)
    body.onEnd()
    expect(proxy.bytesTaken()).toBe(0)
  })

  test('that many networks read slowly keep nobody from short ones, nor the services from their own', async () => {
    const { proxy, pass } = open(11 * MiB)
    const slow = await Promise.all(
      Array.from({ length: 8 }, (_, each) => pass([logs(1)], `198.51.${each}.7`, `project ${each}`)),
    )
    expect(slow.flatMap(({ answered }) => namesOf(answered)).filter((name) => name === 'result')).toHaveLength(4)
    const read = { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [address, 'latest'] }
    const short = await pass([read], '203.0.113.7')
    expect(namesOf(short.answered)).toEqual(['result'])
    expect(namesOf(await proxy.answer(chain, logs(1)))).toEqual(['result'])
    for (const { room } of [...slow, short]) room.release()
  })

  test.each([
    ['one address', () => '192.0.2.7', () => 'demo', 1],
    ['one /24', (each: number) => `192.0.2.${each}`, () => 'demo', 2],
    ['one /48', (each: number) => `2001:db8:1:${each}00::1`, () => 'demo', 2],
    ['one project', (each: number) => `192.0.${each}.7`, () => 'demo', 3],
    ['everywhere', (each: number) => `192.0.${each}.7`, (each: number) => `project ${each}`, 4],
  ])('for %s leave room for those of others', async (_, address, project, most) => {
    const { pass } = open(11 * MiB)
    const bodies = await Promise.all(
      Array.from({ length: 8 }, (_, each) => pass([logs(1)], address(each), project(each))),
    )
    const names = bodies.flatMap(({ answered }) => namesOf(answered))
    expect(names.filter((name) => name === 'result')).toHaveLength(most)
  })

  test('that nobody parses are held until they are sent, also when none of them is long', async () => {
    const { pass, proxy } = open(48 * 1024)
    const passed = await pass([logs(1), logs(2)])
    expect(rpcBody(passed)).toBeInstanceOf(StreamedJson)
    expect(proxy.bytesTaken()).toBeGreaterThan(96 * 1024)
    passed.room.release()
  })

  test('a caller who has left waits for no turn, and holds nothing', async () => {
    const { node, pass, proxy } = open(12 * MiB)
    const leaving = new AbortController()
    const body = forCaller(leaving.signal, () => pass(Array.from({ length: 8 }, (_, id) => logs(id))))
    leaving.abort()
    await expect(body).rejects.toMatchObject({ name: 'ABORTED' })
    expect([node.most(), proxy.bytesTaken()]).toEqual([0, 0])
  })

  test.each([
    ['overrides of the state', [{ to: address }, 'latest', { [address]: { code: '0x00' } }], 'without overrides'],
    ['more gas than any block has', [{ to: address, gas: '0x5f5e100' }], 'at most 50000000 gas'],
    ['the same under another name', [{ to: address, gasLimit: 100_000_000 }, 'latest'], 'at most 50000000 gas'],
  ])('a run of code with %s is refused in words', async (_, params, reason) => {
    const { node, pass, proxy } = open(0)
    for (const method of ['eth_call', 'eth_estimateGas']) {
      const { answered } = await pass({ jsonrpc: '2.0', id: 1, method, params })
      const error = { name: 'INVALID_PARAMS', message: expect.stringContaining(reason) }
      expect(answered).toMatchObject({ error })
    }
    expect([node.most(), proxy.bytesTaken()]).toEqual([0, 0])
  })

  test('a body with runs of code has one slot for all of them, and a network a few', async () => {
    const { node, pass, proxy } = open(0)
    const run = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: address }, 'latest'] }
    const bodies = await Promise.all(Array.from({ length: 20 }, () => pass(run)))
    expect(bodies.flatMap(({ answered }) => namesOf(answered))).toEqual(Array(20).fill('result'))
    expect(node.most()).toBe(8)
    expect(proxy.costsOf(chain, [run, run, logs(1)])).toEqual({ expensive: 1, code: 2, filters: 0 })
    for (const { room } of bodies) room.release()
  })

  test('a search for logs without bounds is refused in words, before a node hears of it', async () => {
    const { node, pass } = open(12 * MiB)
    const everything = { ...logs(1), params: [{ fromBlock: '0x0', toBlock: '0x1' }] }
    const { answered } = await pass([everything, { ...everything, method: 'eth_newFilter' }])
    expect(answered).toMatchObject([
      {
        error: {
          name: 'INVALID_PARAMS',
          message: 'eth_getLogs: over more than one block, an address or a topic is required',
        },
      },
      { error: { name: 'INVALID_PARAMS', details: { reason: expect.stringMatching(/^over more than one block/) } } },
    ])
    expect(node.most()).toBe(0)
  })
})
