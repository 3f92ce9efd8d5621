import { describe, expect, test } from 'vitest'
import type { Question } from './askChain.ts'
import { operationEvent } from './operationEvent.fixture.ts'
import { readFate } from './readFate.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const operation = {
  operationHash: `0x${'ab'.repeat(32)}`,
  sender: `0x${'5e'.repeat(20)}`,
  nonce: 5n,
  validUntil: later(600),
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
/** What differs from a chain on which nothing has happened, by method; an error is thrown. */
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
  return { fate: readFate(ask, { ...operation, ...of }, at), asked }
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
