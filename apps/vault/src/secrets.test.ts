import { expect, test } from 'vitest'
import { type Hold, keepSecret, withSecrets } from './secrets.ts'

const filled = (): Uint8Array => new Uint8Array(4).fill(1)
const zero = new Uint8Array(4)

test('what an operation held is zero when it is done, and what it returns is not touched before', async () => {
  const bytes = filled()
  const sum = await withSecrets(async (hold) => hold(bytes).reduce((total, byte) => total + byte, 0))
  expect(sum).toBe(4)
  expect(bytes).toEqual(zero)
})

test('also when it throws', async () => {
  const bytes = filled()
  const failing = withSecrets(async (hold) => {
    hold(bytes)
    throw new Error('broken')
  })
  await expect(failing).rejects.toThrow('broken')
  expect(bytes).toEqual(zero)
})

test('what comes after its end is zeroed at once', async () => {
  let late: Hold | undefined
  await withSecrets(async (hold) => {
    late = hold
  })
  const bytes = filled()
  late?.(bytes)
  expect(bytes).toEqual(zero)
})

test('a kept copy outlives the operation', async () => {
  const kept = await withSecrets(async (hold) => keepSecret(hold(filled())))
  expect(kept).toEqual(filled())
})
