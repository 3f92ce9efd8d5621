import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { maxAccounts } from '../../maxAccounts.ts'
import { type Grant, maxEntries, readGrants, sessionOf } from './readGrants.ts'
import { ada, eve, grantOf, sol, solana } from './wallet.fixture.ts'

const thrown = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return error instanceof AppError ? error.name : error
  }
}
const entry = (accounts: unknown, methods: unknown = ['personal_sign']) => ({ accounts, methods, events: [] })

test('accounts are read by namespace, EVM addresses checksummed; namespaces that nobody here knows are left out', () => {
  const grants = readGrants({
    ...grantOf([`eip155:1:${ada.toLowerCase()}`, `${solana}:${sol}`], ['a']),
    tezos: entry(['tezos:NetXdQprcVkpaWU:tz1']),
  })
  expect([...grants]).toEqual([
    ['eip155', { accounts: [{ network: 'eip155:1', address: ada }], methods: ['a'] }],
    ['solana', { accounts: [{ network: solana, address: sol }], methods: ['a'] }],
  ])
})

test('a key that names a chain counts for its namespace', () => {
  const grants = readGrants({
    'eip155:1': entry([`eip155:1:${ada}`]),
    'eip155:10': entry([`eip155:10:${eve}`], ['eth_sendTransaction']),
  })
  expect(grants.get('eip155')).toEqual({
    accounts: [
      { network: 'eip155:1', address: ada },
      { network: 'eip155:10', address: eve },
    ],
    methods: ['personal_sign', 'eth_sendTransaction'],
  })
})

const accountsOf = (count: number, network = 'eip155:1') =>
  Array.from({ length: count }, (_, index) => `${network}:0x${(index + 1).toString(16).padStart(40, '0')}`)

test('the most accounts that a wallet may have are the most in each of its networks', () => {
  const accounts = ['eip155:1', 'eip155:10', 'eip155:8453'].flatMap((network) => accountsOf(maxAccounts, network))
  const grant = readGrants({ eip155: entry(accounts) }).get('eip155') as Grant
  expect(sessionOf('eip155', grant, {}).accounts).toHaveLength(maxAccounts)
})

test('a namespace without accounts grants nothing', () => {
  expect(readGrants({ eip155: entry([]) }).size).toBe(0)
})

test.each([
  [null, 'WALLET_INVALID_RESPONSE'],
  ['x', 'WALLET_INVALID_RESPONSE'],
  [{ eip155: null }, 'WALLET_INVALID_RESPONSE'],
  [{ eip155: entry('x') }, 'WALLET_INVALID_RESPONSE'],
  [{ eip155: entry([`eip155:1:${ada}`], [7]) }, 'WALLET_INVALID_RESPONSE'],
  [{ eip155: entry([null]) }, 'WALLET_INVALID_RESPONSE'],
  [{ eip155: entry([`${solana}:${sol}`]) }, 'WALLET_INVALID_RESPONSE'],
  [{ eip155: entry(accountsOf(maxAccounts + 1)) }, 'WALLET_INVALID_RESPONSE'],
  [
    {
      eip155: entry([]),
      'eip155:1': entry(accountsOf(1)),
      'eip155:10': entry(Array(maxEntries).fill(`eip155:10:${ada}`)),
    },
    'WALLET_INVALID_RESPONSE',
  ],
  [{ eip155: entry(['eip155:1']) }, 'CAIP_ADDRESS_INVALID'],
  [{ eip155: entry([`eip155:1:${ada}:`]) }, 'CAIP_ADDRESS_INVALID'],
])('%j cannot be right', (namespaces, name) => {
  expect(thrown(() => readGrants(namespaces))).toBe(name)
})

test.each<[string | undefined, string[], object]>([
  ['eip155:10', [], { network: 'eip155:10', accounts: [{ address: eve }] }],
  ['eip155:1', [], { network: 'eip155:1', accounts: [{ address: ada }, { address: eve }] }],
  ['eip155:1', [eve], { network: 'eip155:1', accounts: [{ address: eve }, { address: ada }] }],
  ['eip155:99', [sol], { network: 'eip155:1', accounts: [{ address: ada }, { address: eve }] }],
  [undefined, [], { network: 'eip155:1', accounts: [{ address: ada }, { address: eve }] }],
])('wished for %s and %j, a session has what is granted', (network, addresses, expected) => {
  const grants = readGrants(grantOf([`eip155:1:${ada}`, `eip155:1:${eve}`, `eip155:10:${eve}`]))
  const wish = { network: network as `eip155:${string}` | undefined, addresses }
  expect(sessionOf('eip155', grants.get('eip155') as Grant, wish)).toEqual({
    namespace: 'eip155',
    approved: ['eip155:1', 'eip155:10'],
    ...expected,
  })
})
