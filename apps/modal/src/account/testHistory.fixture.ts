import type { AccountTransaction } from '@latchkey/api-client'

type Transaction = Partial<AccountTransaction['metadata']> & Partial<Pick<AccountTransaction, 'id' | 'transfers'>>

const me = '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'
const ada = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const ether = (direction: 'in' | 'out', numeric: string, value: number): AccountTransaction['transfers'][number] => ({
  fungible_info: { name: 'Ether', symbol: 'ETH', icon: null },
  direction,
  quantity: { numeric },
  value,
  price: 2000,
})

/** A sent ether by default. */
export const testTransaction = ({ id = 'tx1', transfers, ...metadata }: Transaction = {}): AccountTransaction => ({
  id,
  metadata: {
    operationType: 'send',
    hash: `0x${id.replace(/[^0-9a-f]/g, '').padStart(64, '0')}`,
    minedAt: '2030-01-01T00:00:00.000Z',
    sentFrom: me,
    sentTo: ada,
    status: 'confirmed',
    nonce: 0,
    chain: 'eip155:31337',
    ...metadata,
  },
  transfers: transfers ?? [ether('out', '1', 2000)],
})

/** One of each of the most common types. */
export const testHistory: readonly AccountTransaction[] = [
  testTransaction({ id: 'a1', status: 'pending', transfers: [ether('out', '0.25', 500)] }),
  testTransaction({
    id: 'a2',
    operationType: 'trade',
    sentTo: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    transfers: [
      ether('out', '0.5', 1000),
      {
        fungible_info: { name: 'USD Coin', symbol: 'USDC', icon: null },
        direction: 'in',
        quantity: { numeric: '994.123456' },
        value: 994.12,
      },
    ],
  }),
  testTransaction({
    id: 'a3',
    operationType: 'receive',
    sentFrom: ada,
    sentTo: me,
    transfers: [ether('in', '2', 4000)],
  }),
  testTransaction({ id: 'a4', status: 'failed', transfers: [] }),
  testTransaction({
    id: 'a5',
    operationType: 'mint',
    minedAt: '2029-12-24T18:00:00.000Z',
    transfers: [
      { nft_info: { name: 'Latchkey #7', flags: { is_spam: false } }, direction: 'in', quantity: { numeric: '1' } },
    ],
  }),
  testTransaction({
    id: 'a6',
    operationType: 'receive',
    minedAt: '2029-12-23T18:00:00.000Z',
    transfers: [
      { nft_info: { name: 'WIN $$$ NOW', flags: { is_spam: true } }, direction: 'in', quantity: { numeric: '1' } },
    ],
  }),
  testTransaction({
    id: 'a7',
    operationType: 'approve',
    minedAt: '2029-12-20T09:00:00.000Z',
    sentTo: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    transfers: [],
  }),
]
