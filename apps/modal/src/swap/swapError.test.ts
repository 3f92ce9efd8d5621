import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { swapErrorOf } from './swapError.ts'

const failure = (description: string) => ({ reasons: [{ description }] })

test.each(['LIMIT_EXCEEDED', 'SERVICE_UNREACHABLE', 'UNAUTHORIZED', 'INTERNAL'] as const)(
  'words that aren’t known leave %s as it is',
  (name) => {
    const thrown = new AppError(name, { cause: failure('Too many requests from this address') })
    expect(swapErrorOf(thrown)).toBe(thrown)
  },
)

test('known words count for more than the status', () => {
  const thrown = new AppError('SERVICE_UNREACHABLE', { cause: failure('Insufficient liquidity') })
  expect(swapErrorOf(thrown)).toMatchObject({ name: 'LIQUIDITY_INSUFFICIENT', cause: thrown })
})
