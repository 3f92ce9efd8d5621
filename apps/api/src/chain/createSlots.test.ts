import { expect, test } from 'vitest'
import { createSlots } from './createSlots.ts'

const slots = (options: object = {}) =>
  createSlots({ most: 3, mostOfOne: 2, mostWaiting: 4, mostWaitingOfOne: 2, patienceMs: 60_000, ...options })

test('one caller has some of the slots, and others the rest', async () => {
  const { take } = slots({ patienceMs: 1 })
  expect(await take('a')).not.toBeNull()
  expect(await take('a')).not.toBeNull()
  expect(await take('a')).toBeNull()
  expect(await take('b')).not.toBeNull()
  expect(await take('c')).toBeNull()
})

test('who waits gets the next slot that is theirs to have, in the order in which they came', async () => {
  const { take } = slots()
  const [first, , third] = [await take('a'), await take('a'), await take('b')]
  const order: string[] = []
  const wait = (who: string) => take(who).then((give) => order.push(give === null ? `no ${who}` : who))
  const waiting = [wait('a'), wait('a'), wait('c')]
  // One caller has no more than its own places in the queue.
  expect(await take('a')).toBeNull()
  third?.()
  await waiting[2]
  first?.()
  // Given back twice is given back once.
  first?.()
  await waiting[0]
  expect(order).toEqual(['c', 'a'])
})
