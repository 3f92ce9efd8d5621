import { type Asset, toChecksumAddress } from '@latchkey/chains'
import { describe, expect, test } from 'vitest'
import type { Change } from './changesOf.ts'
import { pickChanges } from './pickChanges.ts'

const [usdc, junk, spender] = ['05', 'bb', 'cc'].map((byte) => toChecksumAddress(`0x${byte.repeat(20)}`)) as [
  ReturnType<typeof toChecksumAddress>,
  ReturnType<typeof toChecksumAddress>,
  ReturnType<typeof toChecksumAddress>,
]
const named = new Set<Asset>(['native', usdc])
const amount = (asset: Asset, value: bigint): Change => ({ kind: 'amount', asset, amount: value })
const item = (collection: typeof junk, id: bigint, value: bigint): Change => ({
  kind: 'item',
  collection,
  id,
  amount: value,
})
const right = (token: typeof junk): Change => ({ kind: 'allowance', token, spender, amount: 5n, unlimited: false })
const many = (count: number, of: (at: bigint) => Change): Change[] =>
  Array.from({ length: count }, (_, at) => of(BigInt(at)))

describe('the changes that are drawn', () => {
  test.each([
    ['items that leave, logged by a contract of the page’s', many(900, (at) => item(junk, at, -1n))],
    ['items that come', many(900, (at) => item(junk, at, 1n))],
    ['tokens that leave', many(900, (at) => amount(toChecksumAddress(`0x${at.toString(16).padStart(40, '0')}`), -1n))],
    ['rights', many(900, () => right(junk))],
  ])('hold what becomes of what the calls name, before and behind %s', (_, noise) => {
    const own = [amount('native', -7n), amount(usdc, -9n), right(usdc)]
    expect(pickChanges([...noise, ...own], named).slice(0, 3)).toEqual(own)
    expect(pickChanges([...own, ...noise], named)).toHaveLength(8)
  })

  test('are all of what the calls name, however much it is, amounts before items', () => {
    const items = many(20, (at) => item(usdc, at, -1n))
    expect(pickChanges([...items, amount(usdc, -9n)], named)).toEqual([amount(usdc, -9n), ...items])
  })

  test('are what leaves, then what others may do, then what comes', () => {
    const given = [right(junk), item(junk, 1n, -1n), amount(usdc, 3n), amount(junk, -1n), right(usdc)]
    expect(pickChanges(given, named)).toEqual([
      right(usdc),
      amount(junk, -1n),
      item(junk, 1n, -1n),
      right(junk),
      amount(usdc, 3n),
    ])
  })
})
