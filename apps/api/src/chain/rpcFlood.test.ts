/** Bodies of requests whose answers are huge: what of it the process takes in, and what the caller hears of the rest. */

import { StreamedJson } from '@latchkey/service-kit/http/streamedJson'
import { describe, expect, test } from 'vitest'
import { rpcBody } from './rpcBody.ts'
import { createRpcProxy } from './rpcProxy.ts'

const chain = 'eip155:31337'
const MiB = 1024 * 1024
const address = `0x${'ab'.repeat(20)}`
const piece = new Uint8Array(64 * 1024).fill(0x20)

/** A node that answers each request with a list of so many bytes, and counts what of it is read. */
const openNode = (bytes: number) => {
  let read = 0
  let most = 0
  let open = 0
  const encode = (text: string) => new TextEncoder().encode(text)
  const fetch: typeof globalThis.fetch = async () => {
    open++
    most = Math.max(most, open)
    let left = bytes
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
const open = (bytes: number, mostBytes = 48 * MiB) => {
  const node = openNode(bytes)
  const proxy = createRpcProxy({
    nodes: { [chain]: ['http://a.test'] },
    fetch: node.fetch,
    mostBytesAtOnce: () => mostBytes,
  })
  const pass = (body: unknown, caller = '192.0.2.7') => proxy.pass(chain, body, { caller, logBlocks: 10_000 })
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
    const { answered, release } = await pass(Array.from({ length: 16 }, (_, id) => logs(id)))
    expect(namesOf(answered).toSorted()).toEqual([...Array(15).fill('LIMIT_EXCEEDED'), 'result'])
    expect(node.read()).toBeLessThanOrEqual(17 * MiB)
    expect(proxy.bytesTaken()).toBeLessThanOrEqual(16 * MiB)
    release()
    expect(proxy.bytesTaken()).toBe(0)
  })

  test('of many bodies take no more than the process has, and all that is held is given back', async () => {
    const { proxy, pass } = open(12 * MiB, 30 * MiB)
    const bodies = await Promise.all(Array.from({ length: 10 }, (_, host) => pass([logs(1)], `192.0.2.${host}`)))
    expect(proxy.bytesTaken()).toBeLessThanOrEqual(30 * MiB)
    const names = bodies.flatMap(({ answered }) => namesOf(answered))
    expect(names.filter((name) => name === 'result')).toHaveLength(2)
    expect(names.filter((name) => name === 'LIMIT_EXCEEDED')).toHaveLength(8)
    for (const { release } of bodies) release()
    expect(proxy.bytesTaken()).toBe(0)
  })

  test('are with the nodes a few at a time for one caller', async () => {
    const { node, pass } = open(64 * 1024)
    const bodies = await Promise.all(Array.from({ length: 16 }, () => pass([logs(1), logs(2)])))
    expect(bodies.flatMap(({ answered }) => namesOf(answered))).toEqual(Array(32).fill('result'))
    expect(node.most()).toBeLessThanOrEqual(4)
    for (const { release } of bodies) release()
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
    body.onEnd()
    expect(proxy.bytesTaken()).toBe(0)
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
