import { forCaller } from '@latchkey/service-kit/http/callerSignal'
import { networksOf } from '@latchkey/service-kit/rateLimits/networkOf'
import { expect, test } from 'vitest'
import { createSlotPools, createSlots } from './createSlots.ts'
import { ownRequester, pageAt } from './sharer.ts'

const slots = (options: object = {}) =>
  createSlots({ most: 3, maxOfOne: 2, maxWaiting: 4, maxWaitingOfOne: 2, timeoutMs: 60_000, ...options })

test('one caller has some of the slots, and others the rest', async () => {
  const { take } = slots({ timeoutMs: 1 })
  expect(await take(ownRequester('a'))).not.toBeNull()
  expect(await take(ownRequester('a'))).not.toBeNull()
  expect(await take(ownRequester('a'))).toBeNull()
  expect(await take(ownRequester('b'))).not.toBeNull()
  expect(await take(ownRequester('c'))).toBeNull()
})

test('who waits gets the next slot that is theirs to have, in the order in which they came', async () => {
  const { take } = slots()
  const [first, , third] = [await take(ownRequester('a')), await take(ownRequester('a')), await take(ownRequester('b'))]
  const order: string[] = []
  const wait = (who: string) => take(ownRequester(who)).then((give) => order.push(give === null ? `no ${who}` : who))
  const waiting = [wait('a'), wait('a'), wait('c')]
  // One caller has no more than its own places in the queue.
  expect(await take(ownRequester('a'))).toBeNull()
  third?.()
  await waiting[2]
  first?.()
  // Giving it back twice counts once.
  first?.()
  await waiting[0]
  expect(order).toEqual(['c', 'a'])
})

test.each([
  ['a /24', (each: number) => `192.0.2.${each}`],
  ['a /56', (each: number) => `2001:db8:0:1${each}::1`],
  ['a /48', (each: number) => `2001:db8:0:${each}00::1`],
])('the networks in %s have twice as many together, and half at most', async (_, address) => {
  const { take } = slots({ most: 12, timeoutMs: 1 })
  const given = await Promise.all(Array.from({ length: 8 }, (_, each) => take(pageAt(networksOf(address(each)), null))))
  expect(given.filter((each) => each !== null)).toHaveLength(4)
})

test('a project has three of four, and the services have their own', async () => {
  const { take } = createSlotPools({ most: 4, maxOfOne: 1, maxWaiting: 0, maxWaitingOfOne: 0, timeoutMs: 1 })
  const pages = Array.from({ length: 8 }, (_, each) => take(pageAt(networksOf(`192.0.${each}.7`), 'demo')))
  expect((await Promise.all(pages)).filter((each) => each !== null)).toHaveLength(3)
  expect(await take(ownRequester('a'))).not.toBeNull()
})

test('who leaves waits no longer, and their place is free', async () => {
  const { take } = slots({ maxWaitingOfOne: 1 })
  const first = await take(ownRequester('a'))
  await take(ownRequester('a'))
  const leaving = new AbortController()
  const waiting = forCaller(leaving.signal, () => take(ownRequester('a')))
  leaving.abort()
  expect(await waiting).toBeNull()
  const next = take(ownRequester('a'))
  first?.()
  expect(await next).not.toBeNull()
})
