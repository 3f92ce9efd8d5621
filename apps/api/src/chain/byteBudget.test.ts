import { describe, expect, test } from 'vitest'
import { createSharedRoom, holdFrom, longBytes, reserveFrom } from './byteBudget.ts'
import { ownRequester } from './sharer.ts'

const roomOf = (most: () => number) => {
  const shared = createSharedRoom(most)
  return { shared, of: (name: string, ofBody = 1_000) => reserveFrom(shared.of(ownRequester(name)), ofBody) }
}

describe('reserveFrom', () => {
  test('takes no more than a body may have, than its network has, and than the process has left', () => {
    const { shared, of } = roomOf(() => 40)
    expect([of('a', 7).long.take(8), of('a').long.take(11), of('a').long.take(10), of('a').long.take(1)]).toEqual([
      false,
      false,
      true,
      false,
    ])
    expect(['b', 'c', 'd'].map((name) => of(name).long.take(10))).toEqual([true, true, false])
    expect([of('d').short.take(3), shared.taken()]).toEqual([true, 33])
  })

  test('gives back what was sent, the rest once, and then takes nothing', () => {
    const { shared, of } = roomOf(() => 1_200)
    const body = of('a')
    expect([body.long.take(200), body.short.take(50)]).toEqual([true, true])
    body.sent(220)
    expect([body.taken(), shared.taken()]).toEqual([30, 30])
    body.sent(1_000)
    body.long.take(10)
    body.release()
    body.release()
    body.long.give(1)
    expect([shared.taken(), body.long.take(1), body.isFull()]).toEqual([0, false, true])
  })

  test('follows a setting that changes', () => {
    let most = 4
    const { of } = roomOf(() => most)
    expect(of('a').long.take(2)).toBe(false)
    most = 8
    expect(of('a').long.take(2)).toBe(true)
  })
})

test('an answer that turns out long takes nothing of what short ones have', () => {
  const shared = createSharedRoom(() => 16 * longBytes)
  const body = reserveFrom(shared.of(ownRequester('a')), 8 * longBytes)
  const hold = holdFrom(body, 1_000)
  expect([hold?.grow(longBytes), hold?.grow(longBytes + 1), body.taken()]).toEqual([true, true, longBytes + 1])
  // One network's whole share of the part for short ones.
  expect(body.short.take(Math.floor((4 * longBytes) / 3))).toBe(true)
  hold?.drop()
  expect(body.taken()).toBe(Math.floor((4 * longBytes) / 3))
})
