import type { AccountTransaction } from '@latchkey/api-client'
import { expect, test } from 'vitest'
import { testHistory, testTransaction } from '../testHistory.fixture.ts'
import { describeTransaction } from './describeTransaction.ts'

const me = '0x8F3CF7AD23CD3CADBD9735AFF958023239C6A063'
const read = (transaction: AccountTransaction) => {
  const { words, moved, party } = describeTransaction(transaction, me, 'en-US')
  return [
    words.replace('activity.', ''),
    ...moved.map(({ text, of }) => `${text} ${of}`),
    ...(party === null ? [] : [`${party.way} ${party.name}`]),
  ]
}

const ada = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

test.each<[what: string, transaction: AccountTransaction | undefined, row: string[]]>([
  ['sent', testHistory[0], ['send', '\u22120.25 ETH', `to ${ada}`]],
  ['traded', testHistory[1], ['trade', '\u22120.5 ETH', '+994.123 USDC', `with ${contract}`]],
  ['received', testHistory[2], ['receive', '+2 ETH', `from ${ada}`]],
  ['failed before anything moved', testHistory[3], ['send', `to ${ada}`]],
  ['minted', testHistory[4], ['mint', '+1 Latchkey #7', `with ${ada}`]],
  ['to oneself', testTransaction({ sentTo: me.toLowerCase() }), ['send', '\u22121 ETH']],
  [
    'sent in the name of the account by somebody else',
    testTransaction({ sentFrom: ada.toLowerCase(), sentTo: contract.toLowerCase() }),
    ['send', '\u22121 ETH', `with ${contract}`],
  ],
  [
    'sent to an address in one case',
    testTransaction({ sentTo: ada.toLowerCase() }),
    ['send', '\u22121 ETH', `to ${ada}`],
  ],
  ['deployed', testTransaction({ operationType: 'deploy', transfers: [] }), ['deploy']],
  [
    'with an application that says its name',
    testTransaction({ operationType: 'execute', application: { name: 'Uni\u202eswap', iconUrl: null }, transfers: [] }),
    ['execute', 'with Uniswap'],
  ],
  [
    'less than can be shown',
    testTransaction({
      transfers: [
        { fungible_info: { name: 'Dust', symbol: 'DST' }, direction: 'out', quantity: { numeric: '0.00001' } },
      ],
    }),
    ['send', '\u2212<0.001 DST', `to ${ada}`],
  ],
])('%s', (_, transaction, row) => {
  expect(transaction && read(transaction)).toEqual(row)
})
