import { expect, test } from 'vitest'
import { usualOverheadGas } from './usualOverheadGas.ts'

test('an operation costs its bytes, an authorization, and what is the same for all', () => {
  const callData = `0x${'ab'.repeat(100)}` as const
  expect(usualOverheadGas({ callData }, false)).toBe(56_000n)
  expect(usualOverheadGas({ callData, factoryData: `0x${'cd'.repeat(50)}` }, false)).toBe(56_800n)
  expect(usualOverheadGas({ callData }, true)).toBe(81_000n)
})
