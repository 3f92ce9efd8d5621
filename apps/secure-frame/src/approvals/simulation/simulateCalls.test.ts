import { AppError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { simulateCalls } from './simulateCalls.ts'

const from = `0x${'a1'.repeat(20)}`
const to = `0x${'b0'.repeat(20)}`
const call = { from, to, value: '0x5', data: '0x' }
const topic = `0x${'dd'.repeat(32)}`
const log = { address: to, topics: [topic], data: '0x' }
const reason = `0x08c379a0${'20'.padStart(64, '0')}${'6'.padStart(64, '0')}${'7061757365640000'.padEnd(64, '0')}`

const simulate = (answers: Record<string, unknown>, calls = [call]) =>
  simulateCalls(calls, async (method) => {
    const answer = answers[method] ?? new AppError('METHOD_NOT_ALLOWED')
    if (answer instanceof AppError) throw answer
    return answer
  })
const v1 = (result: object) => ({ eth_simulateV1: [{ calls: [{ returnData: '0x', logs: [], ...result }] }] })
const trace = (result: object) => ({ debug_traceCall: { from, to, value: '0x5', type: 'CALL', ...result } })
const word = (hex: string) => `0x${hex.slice(2).padStart(64, '0')}`
const moved = (source: string, target: string, value: string) => ({
  address: `0x${'ee'.repeat(20)}`,
  topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', word(source), word(target)],
  data: word(value),
})

describe('simulateCalls', () => {
  test.each<[string, Record<string, unknown>, unknown]>([
    ['logs', v1({ status: '0x1', logs: [{ ...log, removed: false }] }), { kind: 'ran', logs: [log], returned: [null] }],
    ['a revert with words', v1({ status: '0x0', returnData: reason }), { kind: 'reverted', reason: 'paused', at: 0 }],
    [
      'a revert with words behind the node’s own',
      v1({ status: '0x0', error: { message: 'execution reverted: paused' } }),
      { kind: 'reverted', reason: 'paused', at: 0 },
    ],
    [
      'a revert with words beside it',
      v1({ status: '0x0', error: { message: 'out of gas' } }),
      { kind: 'reverted', reason: 'out of gas', at: 0 },
    ],
    ['a revert without words', v1({ status: '0x0' }), { kind: 'reverted', reason: 'no reason given', at: 0 }],
    ['a trace', trace({ logs: [log] }), { kind: 'ran', logs: [moved(from, to, '0x5'), log], returned: [null] }],
    [
      'a trace of calls within',
      trace({ value: '0x0', calls: [{ from: to, to: from, value: '0x3', type: 'CALL', logs: [log] }] }),
      { kind: 'ran', logs: [moved(to, from, '0x3'), log], returned: [null] },
    ],
    [
      'no calls that failed',
      trace({
        value: '0x0',
        calls: [{ from: to, to: from, value: '0x3', type: 'CALL', error: 'reverted', logs: [log] }],
      }),
      { kind: 'ran', logs: [], returned: [null] },
    ],
    [
      'no coins of a delegated call',
      trace({ value: '0x0', calls: [{ from: to, to: from, value: '0x3', type: 'DELEGATECALL' }] }),
      { kind: 'ran', logs: [], returned: [null] },
    ],
    [
      'a trace that reverts',
      trace({ error: 'execution reverted', output: reason }),
      { kind: 'reverted', reason: 'paused', at: 0 },
    ],
    [
      'a refusal as an error',
      { eth_simulateV1: new AppError('EXECUTION_REVERTED', { details: { reason: 'no' } }) },
      { kind: 'reverted', reason: 'no', at: 0 },
    ],
    ['nothing', {}, { kind: 'unavailable' }],
    [
      'nothing of a chain that is away, or whose nodes disagree',
      { eth_simulateV1: new AppError('CHAIN_UNREACHABLE'), ...trace({ logs: [log] }) },
      { kind: 'unavailable' },
    ],
    ['nothing of junk', { eth_simulateV1: [{ calls: [] }], debug_traceCall: 'junk' }, { kind: 'unavailable' }],
    [
      'nothing of logs that are none',
      v1({ status: '0x1', logs: [{ address: 'x', topics: [], data: '0x' }] }),
      { kind: 'unavailable' },
    ],
    [
      'nothing of more logs than a screen can tell',
      v1({ status: '0x1', logs: Array(1025).fill(log) }),
      { kind: 'unavailable' },
    ],
  ])('reads %s', async (_, answers, expected) => {
    expect(await simulate(answers)).toEqual(expected)
  })

  test('asks for one call on the latest block, without an address where it makes a contract', async () => {
    const asked: unknown[] = []
    await simulateCalls([{ ...call, to: null }], async (method, params) => {
      asked.push([method, params])
      throw new AppError('METHOD_NOT_ALLOWED')
    })
    const plain = { from, value: '0x5', data: '0x' }
    expect(asked).toEqual([
      [
        'eth_simulateV1',
        [{ blockStateCalls: [{ calls: [plain] }], traceTransfers: true, validation: false }, 'latest'],
      ],
      ['debug_traceCall', [plain, 'latest', { tracer: 'callTracer', tracerConfig: { withLog: true } }]],
    ])
  })

  describe('of several calls', () => {
    const ran = { status: '0x1', returnData: '0x', logs: [log] }
    const failed = { status: '0x0', returnData: reason, logs: [] }
    const answering = (...results: object[]) => simulate({ eth_simulateV1: [{ calls: results }] }, [call, call, call])

    test('tells what all of them leave behind, in their order', async () => {
      const other = { ...log, address: from }
      expect(await answering(ran, { ...ran, logs: [other] }, ran)).toEqual({
        kind: 'ran',
        logs: [log, other, log],
        returned: [null, null, null],
      })
    })

    test('names the first that fails', async () => {
      expect(await answering(ran, failed, failed)).toEqual({ kind: 'reverted', reason: 'paused', at: 1 })
    })

    test('is nothing where an answer is missing, and no single call is traced for all', async () => {
      const asked: string[] = []
      const answer = await simulateCalls([call, call], async (method) => {
        asked.push(method)
        return [{ calls: [ran] }]
      })
      expect(answer).toEqual({ kind: 'unavailable' })
      expect(asked).toEqual(['eth_simulateV1'])
    })

    test('names none where the network only says that something failed', async () => {
      const error = new AppError('EXECUTION_REVERTED', { details: { reason: 'no' } })
      expect(await simulate({ eth_simulateV1: error }, [call, call])).toEqual({ kind: 'unavailable' })
    })
  })
})
