import { expect, test } from 'vitest'
import { arrange } from './arrange.ts'

const five = ['google', 'github', 'apple', 'x', 'farcaster'] as const

test.each([
  ['none', [], null, [], []],
  ['one', ['x'], null, ['x'], []],
  ['three have a place each', ['google', 'github', 'apple'], null, ['google', 'github', 'apple'], []],
  ['two and the others', five, null, ['google', 'github'], ['apple', 'x', 'farcaster']],
  ['the last used one is among the first already', five, 'github', ['google', 'github'], ['apple', 'x', 'farcaster']],
  ['the last used one comes to the front', five, 'x', ['google', 'x'], ['github', 'apple', 'farcaster']],
  ['one that the site no longer offers', five, 'discord', ['google', 'github'], ['apple', 'x', 'farcaster']],
  ['by email', five, 'email', ['google', 'github'], ['apple', 'x', 'farcaster']],
] as const)('%s', (_, socials, last, front, more) => {
  expect(arrange(socials, last)).toEqual({ front, more })
})
