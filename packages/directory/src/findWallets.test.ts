import type { Wallet } from '@latchkey/api-client'
import { expect, test } from 'vitest'
import { findWallets, type WalletFilter } from './findWallets.ts'

const wallet = (id: string, more: Partial<Wallet> & { certified?: boolean } = {}) => ({
  id,
  name: id,
  chains: ['eip155:1'],
  certified: false,
  ...more,
})
const wallets = [
  wallet('alpha', { rdns: 'com.alpha', certified: true }),
  wallet('beta', { name: 'Beta One', chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] }),
  wallet('gamma', { chains: ['eip155:1', 'stacks:1'] }),
]

test.each<[WalletFilter, string]>([
  [{}, 'alpha beta gamma'],
  [{ include: 'gamma, alpha' }, 'alpha gamma'],
  [{ include: '' }, 'alpha beta gamma'],
  [{ exclude: 'beta,,' }, 'alpha gamma'],
  [{ include: 'beta', exclude: 'beta' }, ''],
  [{ search: ' ONE ' }, 'beta'],
  [{ search: '   ' }, 'alpha beta gamma'],
  [{ names: 'beta one,GAMMA' }, 'beta gamma'],
  [{ names: 'beta' }, ''],
  [{ rdns: 'com.alpha,com.beta' }, 'alpha'],
  [{ chains: 'eip155:137' }, 'alpha gamma'],
  [{ chains: 'stacks:1,solana:x' }, 'beta gamma'],
  [{ chains: 'eip' }, ''],
  [{ badge: 'certified' }, 'alpha'],
  [{ badge_type: 'none' }, 'beta gamma'],
  [{ badge: 'none', badge_type: 'certified' }, ''],
  [{ badge: 'gold' }, ''],
])('%o finds %j', (filter, ids) => {
  const { data, count } = findWallets(wallets, filter)
  expect([data.map(({ id }) => id).join(' '), count]).toEqual([ids, data.length])
})

test('pages hold 40 unless said, and count tells of all', () => {
  const many = Array.from({ length: 95 }, (_, index) => wallet(`w${index}`))
  const of = (filter: WalletFilter) => {
    const { data, count } = findWallets(many, filter)
    return [data[0]?.id, data.length, count]
  }
  expect(of({})).toEqual(['w0', 40, 95])
  expect(of({ page: 3 })).toEqual(['w80', 15, 95])
  expect(of({ page: 4 })).toEqual([undefined, 0, 95])
  expect(of({ page: 2, entries: 100 })).toEqual([undefined, 0, 95])
  expect(of({ page: 95, entries: 1 })).toEqual(['w94', 1, 95])
})
