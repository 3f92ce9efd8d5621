import { smartAccountContracts } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { toEventSelector } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { createChainReader } from '../chain/createChainReader.ts'
import type { KeptCalls } from './CallsStore.ts'
import { readCallsStatus } from './readCallsStatus.ts'

const hash = `0x${'11'.repeat(32)}`
const word = (digit: string) => `0x${digit.repeat(64)}`
const log = { address: `0x${'aa'.repeat(20)}`, data: '0x', topics: [word('1')] }
const receipt = {
  transactionHash: word('2'),
  blockHash: word('3'),
  blockNumber: '0x10',
  gasUsed: '0x5208',
}
const others = { ...log, address: `0x${'bb'.repeat(20)}` }
const entryPoint = smartAccountContracts.entryPoint.toLowerCase()
const before = { address: entryPoint, data: '0x', topics: [toEventSelector('BeforeExecution()')] }
const event = (of: string, success: boolean) => ({
  address: entryPoint,
  data: `0x${'0'.repeat(127)}${success ? 1 : 0}`,
  topics: [toEventSelector('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)'), of],
})
/** A bundler's answer, and the receipt of a bundle: another operation first, then this one. */
const operation = (success: boolean, said = success) => ({
  eth_getUserOperationReceipt: { userOpHash: hash, success: said, logs: [others], receipt: { ...receipt } },
  eth_getTransactionReceipt: {
    ...receipt,
    status: '0x1',
    logs: [others, before, others, event(word('9'), !success), log, event(hash, success), others],
  },
})
const calls: KeptCalls = {
  id: 'mine',
  chainId: 'eip155:31337',
  kind: 'operation',
  hash,
  isLegacy: false,
  atomic: true,
  keptAtMs: 0,
  isDropped: false,
}
const common = { version: '2.0.0', id: 'mine', chainId: '0x7a69', atomic: true }

const read = (answers: Record<string, unknown>, kept: Partial<KeptCalls> = {}, nowMs = 1_000) =>
  readCallsStatus(
    { ...calls, ...kept },
    createChainReader(async (_, method) => {
      const answer = answers[method]
      if (answer instanceof AppError) throw answer
      return answer ?? null
    }, 'eip155:31337'),
    nowMs,
  )

describe('an operation', () => {
  test('is pending until it is in a block', async () => {
    expect(await read({})).toEqual({ status: { ...common, status: 100 }, isSettled: false })
  })

  test('is confirmed with the logs that are its own', async () => {
    expect(await read(operation(true))).toEqual({
      status: { ...common, status: 200, receipts: [{ ...receipt, status: '0x1', logs: [log] }] },
      isSettled: true,
    })
  })

  test('that was undone is so as a whole, although its transaction went through', async () => {
    const { status } = await read(operation(false))
    expect(status).toMatchObject({ status: 500, receipts: [{ status: '0x0' }] })
  })

  test('that was undone is so, whatever the bundler says', async () => {
    expect((await read(operation(false, true))).status.status).toBe(500)
    expect((await read(operation(true, false))).status.status).toBe(200)
  })

  test.each([
    ['a transaction that is not there', { eth_getTransactionReceipt: null }],
    ['another transaction', { eth_getTransactionReceipt: { ...receipt, logs: [event(word('9'), true)] } }],
    [
      'another contract’s event',
      { eth_getTransactionReceipt: { ...receipt, logs: [{ ...event(hash, true), address: log.address }] } },
    ],
  ])('is pending by a bundler’s word alone, which names %s', async (_, node) => {
    expect(await read({ ...operation(true), ...node })).toEqual({
      status: { ...common, status: 100 },
      isSettled: false,
    })
  })

  test('that was refused will not happen', async () => {
    const asked = { eth_getUserOperationReceipt: new AppError('BUNDLER_UNREACHABLE') }
    expect((await read(asked, { isDropped: true })).status).toEqual({ ...common, status: 400 })
  })

  test('that nobody knows of is lost after a while, and not before', async () => {
    const minutes = 60_000
    expect((await read({}, {}, 9 * minutes)).status.status).toBe(100)
    expect((await read({}, {}, 11 * minutes)).status.status).toBe(400)
    const known = { eth_getUserOperationByHash: { userOperation: {} } }
    expect((await read(known, {}, 11 * minutes)).status.status).toBe(100)
  })

  describe('of which its bundler says nothing, or that it was refused', () => {
    const late = 11 * 60_000
    const { eth_getTransactionReceipt } = operation(true)
    const mined = { eth_blockNumber: '0x20', eth_getLogs: [{ transactionHash: word('2') }], eth_getTransactionReceipt }

    test.each([
      ['silent', { sinceBlock: 16n }],
      ['sure that it was refused', { sinceBlock: 16n, isDropped: true }],
    ])('has happened where the chain has it, with its bundler %s', async (_, kept) => {
      const found = await read(mined, kept, late)
      expect(found).toMatchObject({ status: { status: 200, receipts: [{ logs: [log] }] }, isSettled: true })
      const undone = { ...mined, ...operation(false), eth_getUserOperationReceipt: null }
      expect((await read(undone, kept, late)).status.status).toBe(500)
      expect((await read({ ...mined, eth_getLogs: [] }, kept, late)).status.status).toBe(400)
    })

    test.each([
      ['does not answer', { eth_getLogs: new AppError('CHAIN_UNREACHABLE') }],
      ['is behind the one that was asked before', { eth_blockNumber: '0xf' }],
      ['answers with what is no event', { eth_getLogs: [{ transactionHash: 'none' }] }],
    ])('is not said to be lost by a node that %s', async (_, node) => {
      for (const isDropped of [false, true])
        expect((await read({ ...mined, ...node }, { sinceBlock: 16n, isDropped }, late)).status.status).toBe(100)
    })

    test('is not taken for the operation that shares its transaction, nor for another contract’s event', async () => {
      for (const logs of [[event(word('9'), true)], [{ ...event(hash, true), address: log.address }]]) {
        const node = { ...mined, eth_getTransactionReceipt: { ...receipt, status: '0x1', logs } }
        expect((await read(node, { sinceBlock: 16n }, late)).status.status).toBe(400)
      }
    })

    test('is looked for by its hash, in blocks that nodes answer about', async () => {
      const asked: unknown[] = []
      const reader = createChainReader(async (_, method, params) => {
        asked.push([method, params])
        return { eth_blockNumber: '0xffffff', eth_getLogs: [] }[method] ?? null
      }, 'eip155:31337')
      await readCallsStatus({ ...calls, sinceBlock: 16n, isDropped: true }, reader, late)
      const topics = [toEventSelector('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)'), hash]
      const address = smartAccountContracts.entryPoint
      expect(asked).toEqual([
        ['eth_blockNumber', undefined],
        ['eth_getLogs', [{ address, topics, fromBlock: '0x10', toBlock: `0x${(16 + 9_999).toString(16)}` }]],
      ])
    })
  })

  test.each([
    ['away', new AppError('BUNDLER_UNREACHABLE'), 'BUNDLER_UNREACHABLE'],
    ['confused', { success: 'yes' }, 'CHAIN_UNREACHABLE'],
    ['no receipt at all', 'done', 'CHAIN_UNREACHABLE'],
  ])('is unknown while the bundler is %s', async (_, answer, name) => {
    await expect(read({ eth_getUserOperationReceipt: answer })).rejects.toMatchObject({ name })
  })
})

describe('a plain transaction', () => {
  const plain = { kind: 'transaction', atomic: false } as const

  test.each([
    ['0x1', 200],
    ['0x0', 500],
  ])('with the status %s has the status %i', async (status, code) => {
    const answers = { eth_getTransactionReceipt: { ...receipt, status, logs: [log] } }
    expect((await read(answers, plain)).status).toEqual({
      ...common,
      atomic: false,
      status: code,
      receipts: [{ ...receipt, status, logs: [log] }],
    })
  })

  test('is pending while nodes know of it', async () => {
    const known = { eth_getTransactionByHash: { hash } }
    expect((await read({}, plain)).status.status).toBe(100)
    expect((await read(known, plain, 3_600_000)).status.status).toBe(100)
    expect((await read({}, plain, 3_600_000)).status.status).toBe(400)
  })
})

describe('for older pages', () => {
  test.each([
    [{}, { status: 'PENDING' }],
    [operation(true), { status: 'CONFIRMED', receipts: [{ ...receipt, status: '0x1', logs: [log] }] }],
    [operation(false), { status: 'CONFIRMED', receipts: [{ ...receipt, status: '0x0', logs: [log] }] }],
  ])('it has the older words', async (answers, status) => {
    expect((await read(answers, { isLegacy: true })).status).toEqual(status)
  })

  test('what will not happen is never said to be confirmed', async () => {
    expect((await read({}, { isLegacy: true, isDropped: true })).status).toEqual({ status: 400 })
  })
})
