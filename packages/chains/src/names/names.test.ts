import { expect, test } from 'vitest'
import { coinTypeOf, networkOfCoinType } from './coinType.ts'
import { labelShapeFault } from './labelShapeFault.ts'

test.each([
  ['eip155:1', 60],
  ['eip155:137', 2147483785],
  ['eip155:2147483647', 4294967295],
])('%s has the coin type %d, and the other way round', (network, coinType) => {
  expect([coinTypeOf(network), networkOfCoinType(coinType)]).toEqual([coinType, network])
})

test.each([
  'eip155:0',
  'eip155:2147483648',
  'eip155:1.5',
  'eip155:1e3',
  'eip155:0x10',
  'eip155:x',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
])('%s has no coin type', (network) => {
  expect(coinTypeOf(network)).toBeNull()
})

test.each([0, 501, 2 ** 31, 2 ** 31 + 1, 2 ** 32, 60.5, Number.NaN])(
  'the coin type %d is of no EVM chain',
  (coinType) => {
    expect(networkOfCoinType(coinType)).toBeNull()
  },
)

test.each([
  ['lovelace', null],
  ['ada-lovelace-1', null],
  ['', 'short'],
  ['ada', 'short'],
  ['a'.repeat(63), null],
  ['a'.repeat(64), 'long'],
  ['Lovelace', 'characters'],
  ['ada.lovelace', 'characters'],
  ['-adas', 'form'],
  ['adas-', 'form'],
  ['xn--adas', 'form'],
])('the label %j is %s', (label, fault) => {
  expect(labelShapeFault(label)).toBe(fault)
})
