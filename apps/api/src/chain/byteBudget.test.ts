import { describe, expect, test } from 'vitest'
import { createByteBudget, reserveFrom } from './byteBudget.ts'

describe('reserveFrom', () => {
  test('takes no more than a body may have, and no more than the process has left', () => {
    const shared = createByteBudget(() => 10)
    const [one, other] = [reserveFrom(shared, 7), reserveFrom(shared, 7)]
    expect([one.take(8), one.take(7), one.take(1)]).toEqual([false, true, false])
    expect([other.take(4), other.take(3), shared.taken()]).toEqual([false, true, 10])
  })

  test('gives everything back once, and then takes nothing', () => {
    const shared = createByteBudget(() => 10)
    const body = reserveFrom(shared, 10)
    body.take(6)
    body.give(2)
    expect(shared.taken()).toBe(4)
    body.release()
    body.release()
    body.give(1)
    expect([shared.taken(), body.take(1)]).toEqual([0, false])
  })

  test('follows a setting that changes', () => {
    let most = 1
    const shared = createByteBudget(() => most)
    expect(shared.take(2)).toBe(false)
    most = 2
    expect(shared.take(2)).toBe(true)
  })
})
