import { smartAccountContracts } from '@latchkey/chains'
import { numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Question } from '../chain/askChain.ts'
import { operationEvent } from './operationEvent.fixture.ts'
import { readOperationCost } from './readOperationCost.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const operation = {
  operationHash: `0x${'ab'.repeat(32)}`,
  sender: `0x${'5e'.repeat(20)}`,
  nonce: 5n,
  validUntil: later(600),
  fromBlock: 0x10,
}
const transactionHash = `0x${'7e'.repeat(32)}`
const bundlerReceipt = { actualGasCost: '0x0', receipt: { transactionHash } }
const receiptWith = (...logs: unknown[]) => ({
  transactionHash,
  blockHash: `0x${'b1'.repeat(32)}`,
  blockNumber: '0x10',
  status: '0x1',
  logs,
})
const event = operationEvent({ ...operation, costWei: 7n })

type Answers = Record<string, unknown>
/** Differences from a chain on which nothing has happened, by method; an error is thrown. */
const fateAt = (at: Date, answers: Answers, of: object = {}) => {
  const asked: Question[] = []
  const ask = async (...questions: readonly Question[]) => {
    asked.push(...questions)
    return questions.map(([method, params]) => {
      const answer = answers[method] ?? null
      const given = typeof answer === 'function' ? answer(...params) : answer
      if (given instanceof Error) throw given
      return given
    })
  }
  return { fate: readOperationCost(ask, { ...operation, ...of }, at), asked }
}

describe('an operation that the bundler says is mined', () => {
  const said = (eth_getTransactionReceipt: unknown) => ({
    eth_getUserOperationReceipt: bundlerReceipt,
    eth_getTransactionReceipt,
  })

  test('has cost what the EntryPoint’s event in the node’s receipt says', async () => {
    const { fate, asked } = fateAt(now, said(receiptWith(event)))
    expect(await fate).toEqual({ costWei: 7n })
    expect(asked).toContainEqual(['eth_getTransactionReceipt', [transactionHash]])
  })

  test.each<[string, unknown]>([
    ['the chain does not have the transaction', null],
    ['nothing of it is in the transaction', receiptWith()],
    ['another contract emits the event', receiptWith({ ...event, address: `0x${'ee'.repeat(20)}` })],
    [
      'the event is of another operation',
      receiptWith(operationEvent({ ...operation, operationHash: transactionHash, costWei: 0n })),
    ],
    [
      'the event is of another account',
      receiptWith(operationEvent({ ...operation, sender: `0x${'5f'.repeat(20)}`, costWei: 0n })),
    ],
    ['the event is of another nonce', receiptWith(operationEvent({ ...operation, nonce: 6n, costWei: 0n }))],
    ['the receipt is of another transaction', { ...receiptWith(event), transactionHash: operation.operationHash }],
  ])('is open when %s', async (_, receipt) => {
    expect(await fateAt(now, said(receipt)).fate).toBeNull()
  })

  test.each<[string, Answers]>([
    ['the node has no receipt but nonsense', said({ logs: 'none' })],
    ['the node is away', said(new Error('away'))],
    ['the bundler names no transaction', { eth_getUserOperationReceipt: { actualGasCost: '0x0' } }],
  ])('is not known when %s', async (_, answers) => {
    await expect(fateAt(now, answers).fate).rejects.toThrow()
  })
})

describe('an operation whose time is over', () => {
  const over = later(660)
  const blockOf = (number: number, at: Date) => ({
    number: numberToHex(number),
    hash: numberToHex(number, { size: 32 }),
    parentHash: numberToHex(number - 1, { size: 32 }),
    timestamp: numberToHex(at.getTime() / 1000),
  })
  /** One block a second since the promise, the newest this many after it. */
  const blocks = (newest: number) => (tag: string) => {
    const number = tag === 'latest' ? 0x10 + newest : Number(tag)
    return number > 0x10 + newest ? null : blockOf(number, later(number - 0x10))
  }
  const nonceOf = (next: bigint) => numberToHex(next, { size: 32 })
  /** The nonce is unused, and nodes are on time, except for these answers. */
  const unusedBut = (answers: Answers, of: object = {}) =>
    fateAt(over, { eth_getBlockByNumber: blocks(660), eth_call: nonceOf(5n), ...answers }, of)
  /** Some operation with this nonce was mined. */
  const usedBut = (answers: Answers, of: object = {}) =>
    unusedBut({ eth_call: nonceOf(6n), eth_getLogs: [], ...answers }, of)

  test('was not mined when its nonce is the next one still, at a block after that time', async () => {
    const { fate, asked } = unusedBut({})
    expect(await fate).toBe('unused')
    const blockHash = blockOf(0x10 + 660, now).hash
    expect(asked).toContainEqual(['eth_call', [expect.anything(), { blockHash, requireCanonical: true }]])
    expect(await unusedBut({ eth_getUserOperationReceipt: new Error('away') }).fate).toBe('unused')
  })

  test('is open for a node that is behind, and by clocks that differ', async () => {
    for (const newest of [0, 300, 600]) {
      expect(await unusedBut({ eth_getBlockByNumber: blocks(newest) }).fate).toBeNull()
      expect(await usedBut({ eth_getBlockByNumber: blocks(newest) }).fate).toBeNull()
    }
    expect(await unusedBut({ eth_getBlockByNumber: blocks(601) }).fate).toBe('unused')
    expect(await unusedBut({ eth_getBlockByNumber: null }).fate).toBeNull()
    const chain = { eth_getBlockByNumber: blocks(660), eth_call: nonceOf(5n) }
    expect(await fateAt(later(659), chain).fate).toBeNull()
  })

  test('is not known where a node does not have that very block, or answers nonsense', async () => {
    for (const eth_call of [new Error('header not found'), '0x', '0x5', null])
      await expect(unusedBut({ eth_call }).fate).rejects.toThrow()
    await expect(unusedBut({ eth_getBlockByNumber: { timestamp: 'soon' } }).fate).rejects.toThrow()
  })

  test('was not mined when another has used its nonce, and no block that it could be in has it', async () => {
    const { fate, asked } = usedBut({})
    expect(await fate).toBe('unused')
    const filter = {
      address: smartAccountContracts.entryPoint,
      topics: event.topics.slice(0, 2),
      fromBlock: '0x10',
      toBlock: numberToHex(0x10 + 660),
    }
    expect(asked).toContainEqual(['eth_getLogs', [filter]])
  })

  test('has cost what its event says that a bundler has forgotten, or keeps to itself', async () => {
    for (const eth_getUserOperationReceipt of [null, new Error('away'), bundlerReceipt])
      expect(await usedBut({ eth_getUserOperationReceipt, eth_getLogs: [event] }).fate).toEqual({ costWei: 7n })
  })

  test('is looked for in many blocks one part after the other, until the time is over', async () => {
    const thousandths = (tag: string) => {
      const number = tag === 'latest' ? 900_000 : Number(tag)
      return blockOf(number, new Date(now.getTime() + Math.floor((number - 0x10) / 4) * 1000))
    }
    const { fate, asked } = usedBut({ eth_getBlockByNumber: thousandths })
    expect(await fate).toBe('unused')
    const ranges = asked.flatMap(([method, [filter]]) =>
      method === 'eth_getLogs' ? [filter as { fromBlock: string; toBlock: string }] : [],
    )
    expect(ranges.map(({ fromBlock, toBlock }) => [Number(fromBlock), Number(toBlock)])).toEqual([
      [16, 1015],
      [1016, 2015],
      [2016, 3015],
    ])
  })

  test.each<[string, Answers, object?]>([
    ['nobody has noted where to begin', {}, { fromBlock: null }],
    ['the chain has gone back before that', {}, { fromBlock: 10_000 }],
    [
      'a node answers with what was not asked for',
      { eth_getLogs: [operationEvent({ ...operation, nonce: 6n, costWei: 0n })] },
    ],
    [
      'the node that has no event has not the last block either',
      { eth_getBlockByNumber: (tag: string) => (tag === 'latest' ? blocks(660)(tag) : null) },
    ],
    ['it is another block', { eth_getBlockByNumber: (tag: string) => blocks(660)(tag === 'latest' ? tag : '0x11') }],
    [
      'there are more blocks in its time than are searched',
      {
        eth_getBlockByNumber: (tag: string) =>
          tag === 'latest' ? blockOf(900_000, over) : blockOf(Number(tag), later(1)),
      },
    ],
  ])('stays open when another has used its nonce and %s', async (_, answers, of) => {
    expect(await usedBut(answers, of).fate).toBeNull()
  })

  test('is not known when nobody tells the events', async () => {
    for (const eth_getLogs of [new Error('too many blocks'), null, [{ topics: [] }]])
      await expect(usedBut({ eth_getLogs }).fate).rejects.toThrow()
  })
})
