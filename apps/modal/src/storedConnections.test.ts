import { expect, test } from 'vitest'
import { maxAccounts } from './maxAccounts.ts'
import { formatConnections, isSameConnection, parseConnections, type StoredConnection } from './storedConnections.ts'

const address = '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'
const row: StoredConnection = {
  connectorId: 'announced:io.metamask',
  accounts: [{ address }],
  address,
  network: 'eip155:1',
  lastUsedMs: 1,
}
const bitcoin: StoredConnection = {
  connectorId: 'announced:Xverse',
  accounts: [
    { address: '3P14', type: 'payment', publicKey: '02ab', path: "m/49'/0'/0'" },
    { address: 'bc1p', type: 'ordinal' },
  ],
  address: 'bc1p',
  network: 'bip122:000000000019d6689c085ae165831e93',
  lastUsedMs: 2,
}

const accountsOf = (count: number) => Array.from({ length: count }, () => ({ address }))

test('reads back what was written', () => {
  expect(parseConnections(JSON.stringify([row, bitcoin]))).toEqual([row, bitcoin])
})

test('reads back the most that is written: the first 32 connections, and all the accounts that a wallet may give', () => {
  const [first = { address }, ...others] = accountsOf(maxAccounts)
  const rows = Array.from({ length: 33 }, (_, index) => ({
    ...row,
    connectorId: `announced:${'a'.repeat(253)}${String(index).padStart(2, '0')}`,
    accounts: [first, ...others] as const,
  }))
  expect(parseConnections(formatConnections(rows))).toEqual(rows.slice(0, 32))
})

test('what it does not know is not taken along', () => {
  const text = JSON.stringify([{ ...row, seed: 'x', accounts: [{ address, privateKey: 'x' }] }])
  expect(parseConnections(text)).toEqual([row])
})

test('a row that is none costs that row alone, and so does a second one of a kind', () => {
  const second = { ...row, network: 'eip155:10' as const }
  expect(parseConnections(JSON.stringify([null, row, { ...row, connectorId: '' }, second, bitcoin]))).toEqual([
    row,
    bitcoin,
  ])
})

test.each([
  ['no list', {}],
  ['nothing', []],
  ['too many', Array.from({ length: 33 }, () => row)],
  ['more accounts than a wallet may give', [{ ...row, accounts: accountsOf(maxAccounts + 1) }]],
  ['no account', [{ ...row, accounts: [] }]],
  ['an account that is none', [{ ...row, accounts: [{ address }, { address: '<img>' }] }]],
  ['an account in use that is not there', [{ ...row, address: 'other' }]],
  ['a network that is none', [{ ...row, network: 'eip155:01' }]],
  ['a namespace that is none', [{ ...row, network: 'tron:1' }]],
  ['a connector with a control character', [{ ...row, connectorId: 'a\u0000b' }]],
  ['a time that is none', [{ ...row, lastUsedMs: '1' }]],
  ['a kind of address that is none', [{ ...row, accounts: [{ address, type: 'stealth' }] }]],
  ['a public key that is none', [{ ...row, accounts: [{ address, publicKey: 'xyz' }] }]],
  ['a path that is none', [{ ...row, accounts: [{ address, path: '../..' }] }]],
])('reads %s as nothing', (_, value) => {
  expect(parseConnections(JSON.stringify(value))).toBeUndefined()
})

test('reads text that is no JSON as nothing', () => {
  expect(parseConnections('[')).toBeUndefined()
})

test('one connector in one namespace is one connection, whatever its network', () => {
  expect(isSameConnection(row, { ...row, network: 'eip155:10' })).toBe(true)
  expect(isSameConnection(row, { ...row, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })).toBe(false)
  expect(isSameConnection(row, { ...row, connectorId: 'other' })).toBe(false)
})
