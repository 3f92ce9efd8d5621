import { expect, test } from 'vitest'
import { untilTrue } from './untilTrue.ts'

const block = (ms: number): void => {
  for (const end = Date.now() + ms; Date.now() < end; );
}

test('whoever could not ask in time because the process was busy asks once more', async () => {
  let asked = 0
  const ask = async () => {
    if (++asked === 1) block(20)
    return asked === 2
  }
  expect(await untilTrue(ask, { limitMs: 10, isOver: () => false })).toBe(true)
})

test('it ends without a yes: after its time, or as soon as there is nobody to ask', async () => {
  const no = async () => false
  expect(await untilTrue(no, { limitMs: 30, isOver: () => false })).toBe(false)
  expect(await untilTrue(() => Promise.reject(new Error('asked')), { limitMs: 30, isOver: () => true })).toBe(false)
})
