import { expect, test } from 'vitest'
import { untilTrue } from './untilTrue.ts'

const block = (ms: number): void => {
  for (const end = Date.now() + ms; Date.now() < end; );
}

test('asks once more when the process was too busy to ask in time', async () => {
  let asked = 0
  const ask = async () => {
    if (++asked === 1) block(20)
    return asked === 2
  }
  expect(await untilTrue(ask, { limitMs: 10, isOver: () => false })).toBe(true)
})

test('ends without a yes after its time, or once it is over', async () => {
  const no = async () => false
  expect(await untilTrue(no, { limitMs: 30, isOver: () => false })).toBe(false)
  expect(await untilTrue(() => Promise.reject(new Error('asked')), { limitMs: 30, isOver: () => true })).toBe(false)
})
