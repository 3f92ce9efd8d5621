import { expect, test } from 'vitest'
import type { EvmLog } from '../indexer/evm/evmShapes.ts'
import { costInLogs } from './costInLogs.ts'
import { operationEvent } from './operationEvent.fixture.ts'

const operation = { operationHash: `0x${'ab'.repeat(32)}`, sender: `0x${'5E'.repeat(20)}`, nonce: (3n << 64n) + 1n }
const event = operationEvent({ ...operation, costWei: 7n })
const withTopic = (index: number, topic: string): EvmLog => ({ ...event, topics: event.topics.with(index, topic) })

test('is what the EntryPoint’s event says, among whatever else has happened', () => {
  const another = operationEvent({ ...operation, operationHash: `0x${'cd'.repeat(32)}`, costWei: 0n })
  expect(costInLogs([{ ...event, topics: [] }, another, event], operation)).toBe(7n)
})

test.each<[string, EvmLog]>([
  ['another contract says', { ...event, address: `0x${'ee'.repeat(20)}` }],
  ['is another event', withTopic(0, `0x${'00'.repeat(32)}`)],
  ['is of another operation', withTopic(1, `0x${'00'.repeat(32)}`)],
  ['is of another account', withTopic(2, `0x${'00'.repeat(12)}${'5f'.repeat(20)}`)],
  ['is of another nonce', operationEvent({ ...operation, nonce: 1n, costWei: 7n })],
  ['is cut short', { ...event, data: event.data.slice(0, -64) }],
  ['has no data', { ...event, data: '0x' }],
  ['has a topic too few', { ...event, topics: event.topics.slice(0, 3) }],
])('is not what %s', (_, log) => {
  expect(costInLogs([log], operation)).toBeNull()
})
