import { expect, test } from 'vitest'
import { createClientLimits } from './createClientLimits.ts'

const takeOften = (limits: ReturnType<typeof createClientLimits>, kind: 'report' | 'unknown', address: string) =>
  Array.from({ length: 200 }, () => limits.take(kind, address)).filter((waitMs) => waitMs === 0).length

test('a user has a minute’s worth, and the next one when there is room again', () => {
  let now = 1_000_000
  const limits = createClientLimits({ now: () => now })
  expect(takeOften(limits, 'unknown', '192.0.2.1')).toBe(120)
  expect(limits.take('unknown', '192.0.2.1')).toBe(500)
  now += 500
  expect(takeOften(limits, 'unknown', '192.0.2.1')).toBe(1)
})

test('ids that do not exist and reports are counted apart, and each network by itself', () => {
  const limits = createClientLimits({ now: () => 1_000_000 })
  expect(takeOften(limits, 'unknown', '2001:db8::1')).toBe(120)
  // The same /64.
  expect(limits.take('unknown', '2001:db8::ffff')).toBeGreaterThan(0)
  expect(limits.take('unknown', '2001:db8:0:1::1')).toBe(0)
  expect(takeOften(limits, 'report', '2001:db8::1')).toBe(30)
})

test('a flood of addresses is not remembered for long', () => {
  const limits = createClientLimits({ now: () => 1_000_000 })
  expect(takeOften(limits, 'report', '192.0.2.1')).toBe(30)
  for (let index = 0; index < 50_000; index++)
    limits.take('report', `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`)
  expect(limits.take('report', '192.0.2.1')).toBe(0)
})
