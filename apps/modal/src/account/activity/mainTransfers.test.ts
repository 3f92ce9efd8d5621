import type { TransactionTransfer } from '@latchkey/api-client'
import { expect, test } from 'vitest'
import { isAllSpam, mainTransfers } from './mainTransfers.ts'

type Direction = TransactionTransfer['direction']
const token = (symbol: string, direction: Direction, numeric: string, value?: number): TransactionTransfer => ({
  fungible_info: { name: symbol, symbol },
  direction,
  quantity: { numeric },
  ...(value !== undefined && { value }),
})
const nft = (name: string, isSpam = false): TransactionTransfer => ({
  nft_info: { name, flags: { is_spam: isSpam } },
  direction: 'in',
  quantity: { numeric: '1' },
})
const shown = (transfers: readonly TransactionTransfer[]) =>
  mainTransfers(transfers).map(
    ({ direction, quantity, fungible_info, nft_info }) =>
      `${direction} ${quantity.numeric} ${fungible_info?.symbol ?? nft_info?.name}`,
  )

test.each<[what: string, transfers: TransactionTransfer[], left: string[]]>([
  ['nothing', [], []],
  ['one transfer', [token('ETH', 'out', '1')], ['out 1 ETH']],
  ['a trade', [token('ETH', 'out', '1', 2000), token('USDC', 'in', '1990', 1990)], ['out 1 ETH', 'in 1990 USDC']],
  [
    'a refund of gas: under 10 % of the counterpart',
    [token('ETH', 'out', '1'), token('ETH', 'in', '0.0999')],
    ['out 1 ETH'],
  ],
  [
    'a fee on the way in: under 10 % of the counterpart',
    [token('ETH', 'out', '0.01'), token('ETH', 'in', '5')],
    ['in 5 ETH'],
  ],
  [
    'change that is no gas: 10 % of the counterpart',
    [token('ETH', 'out', '1'), token('ETH', 'in', '0.1')],
    ['out 1 ETH', 'in 0.1 ETH'],
  ],
  [
    'of several those under 1 % of the largest',
    [token('ETH', 'out', '100', 100), token('ETH', 'out', '0.99', 1), token('ETH', 'out', '1', 1)],
    ['out 100 ETH', 'out 1 ETH'],
  ],
  [
    'gas of one token beside a payment in another',
    [token('ETH', 'out', '0.001', 2), token('USDC', 'out', '5', 5)],
    ['out 0.001 ETH', 'out 5 USDC'],
  ],
  [
    'more than two: those of most value, in their own order',
    [token('A', 'in', '1', 3), token('B', 'in', '1', 1), token('C', 'in', '1', 7), token('D', 'in', '9')],
    ['in 1 A', 'in 1 C'],
  ],
  [
    'value from the price where only that is said',
    [token('A', 'in', '1', 1), token('B', 'in', '1', 2), { ...token('C', 'in', '4'), price: 5 }],
    ['in 1 B', 'in 4 C'],
  ],
  ['a collectible beside its price', [token('ETH', 'out', '1', 2000), nft('Key #7')], ['out 1 ETH', 'in 1 Key #7']],
  ['spam beside a payment', [nft('WIN $$$', true), token('ETH', 'in', '1')], ['in 1 ETH']],
])('%s', (_, transfers, left) => {
  expect(shown(transfers)).toEqual(left)
})

test('only what is nothing but spam is spam', () => {
  expect(isAllSpam([nft('WIN', true), nft('WIN 2', true)])).toBe(true)
  expect(isAllSpam([nft('WIN', true), nft('Key #7')])).toBe(false)
  expect(isAllSpam([])).toBe(false)
})
