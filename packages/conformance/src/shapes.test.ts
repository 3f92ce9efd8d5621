import { expect, test } from 'vitest'
import { chainId, fields, listOf, mustBe, nothing, quantity, type Shape, text, user } from './shapes.ts'

const address = `0x${'1'.repeat(40)}`

test.each<[what: string, shape: Shape, good: readonly unknown[], bad: readonly unknown[]]>([
  ['nothing', nothing, [undefined, null], [0, '', {}]],
  ['a quantity', quantity, ['0x0', '0x1f'], ['0x', '0x01', '1', 1, null]],
  ['a chain id', chainId, [1, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'], ['1', 'eip155:1', '0x1', 0, 1.5]],
  ['a list', listOf(text), [[], ['a']], [{}, ['a', 1], 'a']],
  ['fields', fields({ a: text, 'b?': text }), [{ a: '' }, { a: '', b: '', c: 1 }], [{}, { a: 1 }, { a: '', b: 1 }, []]],
  [
    'a user',
    user,
    [
      { address, chainId: 1 },
      { address, chainId: 1, email: null },
    ],
    [{ address, chainId: '0x1' }, { address, chainId: 1, email: '' }, { address }],
  ],
])('%s is told from what is none', (_, shape, good, bad) => {
  expect(good.filter((value) => !shape.holds(value))).toEqual([])
  expect(bad.filter((value) => shape.holds(value))).toEqual([])
})

test('a deviation says what was seen and what belongs there', () => {
  expect(() => mustBe(fields({ chainId }), { chainId: '0x1' }, 'its payload')).toThrow(
    'its payload is {"chainId":"0x1"}, not { chainId: a chain id: a number, or solana:<reference> }',
  )
})
