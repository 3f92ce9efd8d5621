import { expect, test } from 'vitest'
import { createVisitorLimits } from './createVisitorLimits.ts'

const takeOften = (limits: ReturnType<typeof createVisitorLimits>, kind: 'known' | 'unknown', address: string) =>
  Array.from({ length: 200 }, () => limits.take(kind, address)).filter((waitMs) => waitMs === 0).length

test('a visitor has a minute’s worth of documents, and the next one when there is room again', () => {
  let now = 1_000_000
  const limits = createVisitorLimits({ documentsPerMinute: 60, now: () => now })
  expect(takeOften(limits, 'known', '192.0.2.1')).toBe(60)
  expect(limits.take('known', '192.0.2.1')).toBe(1_000)
  now += 1_000
  expect(takeOften(limits, 'known', '192.0.2.1')).toBe(1)
})

test('ids that do not exist are counted apart from those that do, and each network by itself', () => {
  const limits = createVisitorLimits({ now: () => 1_000_000 })
  expect(takeOften(limits, 'unknown', '2001:db8::1')).toBe(120)
  // The same /64.
  expect(limits.take('unknown', '2001:db8::ffff')).toBeGreaterThan(0)
  expect(limits.take('unknown', '2001:db8:0:1::1')).toBe(0)
  expect(takeOften(limits, 'known', '2001:db8::1')).toBe(200)
})

test('a flood of addresses is not remembered for long', () => {
  const limits = createVisitorLimits({ documentsPerMinute: 1, now: () => 1_000_000 })
  expect(limits.take('known', '192.0.2.1')).toBe(0)
  expect(limits.take('known', '192.0.2.1')).toBeGreaterThan(0)
  for (let index = 0; index < 50_000; index++)
    limits.take('known', `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`)
  expect(limits.take('known', '192.0.2.1')).toBe(0)
})
