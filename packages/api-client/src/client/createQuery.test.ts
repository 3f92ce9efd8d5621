import { AppError, type ErrorName } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import { createQuery } from './createQuery.ts'
import { createTestClock } from './testClient.fixture.ts'

const online = { isOnline: () => true, untilOnline: () => Promise.reject(new Error('It was online')) }

/** Throws these in turn, then succeeds. */
const failing = (...errors: Error[]) => {
  const ask = async () => {
    ask.tries++
    const error = errors[ask.tries - 1]
    if (error !== undefined) throw error
    return 'said'
  }
  ask.tries = 0
  return ask
}
const errors = (count: number, name: ErrorName = 'SERVICE_UNREACHABLE') =>
  Array.from({ length: count }, () => new AppError(name))

test('what failed is asked again after 1, 2 and 4 seconds', async () => {
  const { clock, waits } = createTestClock()
  const ask = failing(...errors(3))
  expect(await createQuery({ clock, line: online })('a', ask)).toBe('said')
  expect(waits).toEqual([1000, 2000, 4000])
})

test('a fourth failure is the last', async () => {
  const { clock, waits } = createTestClock()
  const ask = failing(...errors(4, 'NAME_UNRESOLVED'))
  await expect(createQuery({ clock, line: online })('a', ask)).rejects.toMatchObject({ name: 'NAME_UNRESOLVED' })
  expect([ask.tries, waits.length]).toEqual([4, 3])
})

test.each<ErrorName>(['IMAGE_NOT_FOUND', 'PROJECT_UNKNOWN', 'ABORTED', 'INTERNAL'])(
  '%s is not asked about again',
  async (name) => {
    const { clock } = createTestClock()
    const ask = failing(...errors(1, name))
    await expect(createQuery({ clock, line: online })('a', ask)).rejects.toMatchObject({ name })
    expect(ask.tries).toBe(1)
  },
)

test.each([
  [12, [12_000], 'said'],
  [1, [1000], 'said'],
  [31, [], 'RATE_LIMITED'],
])('a service that asks for %i seconds is left alone for as long, or altogether', async (seconds, waited, outcome) => {
  const { clock, waits } = createTestClock()
  const ask = failing(new AppError('RATE_LIMITED', { details: { seconds } }))
  const answered = createQuery({ clock, line: online })('a', ask)
  expect(await answered.catch((error: Error) => error.name)).toBe(outcome)
  expect(waits).toEqual(waited)
})

test('without a network nothing is asked until there is one', async () => {
  const { clock } = createTestClock()
  const { promise: back, resolve: comeBack } = Promise.withResolvers<void>()
  let isOnline = false
  const ask = failing()
  const answered = createQuery({ clock, line: { isOnline: () => isOnline, untilOnline: () => back } })('a', ask)
  await Promise.resolve()
  expect(ask.tries).toBe(0)
  isOnline = true
  comeBack()
  expect(await answered).toBe('said')
})

test('the same question is asked once at a time, and anew when it was answered', async () => {
  const { clock } = createTestClock()
  const query = createQuery({ clock, line: online })
  const ask = failing(...errors(1))
  expect(await Promise.all([query('a', ask), query('a', ask)])).toEqual(['said', 'said'])
  expect(ask.tries).toBe(2)
  await query('a', ask)
  await query('b', ask)
  expect(ask.tries).toBe(4)
})
