import type { LogEntry } from '@latchkey/service-kit/log'
import { describe, expect, test } from 'vitest'
import { createRpcProxy } from './rpcProxy.ts'
import { ownRequester, pageAt } from './sharer.ts'
import { createTestNodes, type NodeAnswer, result } from './testNode.fixture.ts'

const chain = 'eip155:31337'
const [a, b, c] = ['http://a.test', 'http://b.test', 'http://c.test']
const token = `0x${'ab'.repeat(20)}`
const six = `0x${'6'.padStart(64, '0')}`
const twelve = `0x${'c'.padStart(64, '0')}`
const decimals = ['eth_call', [{ to: token, data: '0x313ce567' }, 'latest']] as const
const revert = { body: { jsonrpc: '2.0', id: 1, error: { code: 3, message: 'execution reverted' } } }
const limit = { body: { jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'too many' } } }

const setUp = (answers: Record<string, NodeAnswer>) => {
  const log: LogEntry[] = []
  const { fetch, asked } = createTestNodes(({ url }) => answers[url] ?? new TypeError('away'))
  const proxy = createRpcProxy({
    nodes: { [chain]: Object.keys(answers) },
    fetch,
    log: (entry) => log.push(entry),
    now: () => 0,
  })
  const one = (method: string, params: readonly unknown[]) =>
    proxy.answer(chain, { jsonrpc: '2.0', id: 7, method, params }, ownRequester(null))
  const page = async (method: string, params: readonly unknown[]) => {
    const requester = pageAt({ network: '192.0.2.7', wide: null, widest: null }, 'demo')
    const options = { requester, logBlocks: 1, callGas: 1 }
    const { answered, room } = await proxy.pass(chain, { jsonrpc: '2.0', id: 7, method, params }, options)
    room.release()
    return answered
  }
  return { one, page, asked, log }
}
const unreachable = expect.objectContaining({ error: expect.objectContaining({ name: 'CHAIN_UNREACHABLE' }) })
const said = (value: unknown) => expect.objectContaining({ result: value })

describe('a fact is asked of two nodes', () => {
  test.each<[string, string, readonly unknown[]]>([
    ['decimals', ...decimals],
    ['a symbol', 'eth_call', [{ to: token, input: '0x95D89B41' }]],
    ['a contract that has signed', 'eth_call', [{ to: token, data: `0x1626ba7e${'00'.repeat(96)}` }, 'latest']],
    ['a validator that is deployed nowhere', 'eth_call', [{ data: '0x6000' }, 'latest']],
    ['code', 'eth_getCode', [token, 'latest']],
    ['what a proxy runs', 'eth_getStorageAt', [token, '0x0', 'latest']],
  ])('%s, and believed of neither when they say different things', async (_, method, params) => {
    const { one, page, log } = setUp({ [a]: result(twelve), [b]: result(six), [c]: result(six) })
    expect(await one(method, params)).toEqual(unreachable)
    expect(await page(method, params)).toEqual(unreachable)
    expect(log).toContainEqual({ level: 'warn', event: 'nodes disagree', authority: 'api', chain })
  })

  test('also where both answer at such length that nothing of it is parsed', async () => {
    const { page } = setUp({ [a]: result(`0x${'11'.repeat(40_000)}`), [b]: result(`0x${'22'.repeat(40_000)}`) })
    expect(await page('eth_getCode', [token, 'latest'])).toEqual(unreachable)
  })

  test.each<[string, Record<string, NodeAnswer>, unknown]>([
    ['both agree', { [a]: result(six), [b]: result(six.toUpperCase()) }, said(six)],
    [
      'both refuse',
      { [a]: revert, [b]: revert },
      expect.objectContaining({ error: expect.objectContaining({ code: 3 }) }),
    ],
    ['one is away', { [a]: new TypeError('away'), [b]: result(six) }, said(six)],
    ['one has had enough of us', { [a]: result(six), [b]: limit }, said(six)],
    ['both are away and a third is not', { [a]: new TypeError('away'), [b]: limit, [c]: result(six) }, said(six)],
    ['one refuses', { [a]: result(six), [b]: revert }, unreachable],
    ['there is one', { [a]: result(six) }, said(six)],
  ])('when %s', async (_, answers, expected) => {
    expect(await setUp(answers).one(...decimals)).toEqual(expected)
  })

  test('what moves from block to block is asked of one', async () => {
    const { one, asked } = setUp({ [a]: result(six), [b]: result(twelve) })
    await one('eth_getBalance', [token, 'latest'])
    await one('eth_call', [{ to: token, data: '0x70a08231' }, 'latest'])
    await one('eth_call', [{ to: token, data: '0x313ce567' }, '0x10'])
    expect(asked.map(({ url }) => url)).toEqual([a, a, a])
  })
})

describe('a trial', () => {
  const call = { from: token, to: token, value: '0x0', data: '0x' }
  const params = [{ blockStateCalls: [{ calls: [call] }], traceTransfers: true, validation: false }, 'latest']
  const ran = (status: string, topic: string, data: string): NodeAnswer =>
    result([{ number: data, calls: [{ status, gasUsed: data, logs: [{ address: token, topics: [topic], data }] }] }])
  const first = ran('0x1', '0xaa', '0x01')

  test.each<[string, NodeAnswer, boolean]>([
    ['another amount in another block', ran('0x1', '0xaa', '0x02'), true],
    ['another account', ran('0x1', '0xbb', '0x01'), false],
    ['another outcome', ran('0x0', '0xaa', '0x01'), false],
    ['something else', result('ran'), false],
  ])('of which another node says %s', async (_, other, isBelieved) => {
    const answered = await setUp({ [a]: first, [b]: other }).page('eth_simulateV1', params)
    expect(answered).toEqual(isBelieved ? expect.objectContaining({ id: 7, result: expect.anything() }) : unreachable)
  })
})
