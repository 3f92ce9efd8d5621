import { expect, test } from 'vitest'
import { forward } from './forward.ts'

const load = () => {
  const loads: string[] = []
  const target = {
    add: async (one: number, other = 0) => one + other,
    fail: async (): Promise<void> => {
      throw new RangeError('out')
    },
    other: async () => undefined,
  }
  const methods = forward(
    async () => {
      loads.push('load')
      return target
    },
    'add',
    'fail',
  )
  return { loads, methods }
}

test('has the methods that are named, and loads nothing before one is called', async () => {
  const { loads, methods } = load()
  expect(Object.keys(methods)).toEqual(['add', 'fail'])
  expect(loads).toEqual([])
  expect(await methods.add(1, 2)).toBe(3)
  expect(loads).toEqual(['load'])
})

test('rejects as the method does, and as loading does', async () => {
  await expect(load().methods.fail()).rejects.toThrow(RangeError)
  const lost = forward(async (): Promise<{ add(): Promise<void> }> => Promise.reject(new TypeError('lost')), 'add')
  await expect(lost.add()).rejects.toThrow('lost')
})
