import { expect, test } from 'vitest'
import { readSmartAccounts } from './smartAccountFields.ts'

const nodes = { 'eip155:31337': ['http://localhost:8545'], 'eip155:1337': ['http://localhost:8546'], 'eip155:5': [] }
const paymaster = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const hybrid = { kind: 'hybrid', bundler: 'http://localhost:4337/secret-path', paymaster }
const eip7702 = { kind: 'eip7702', bundler: 'https://bundler.example/rpc?key=secret-query' }
const key = 'c0ffee'.padEnd(64, '1')

const read = (networks: unknown, PAYMASTER_KEY?: string) =>
  readSmartAccounts(
    { SMART_ACCOUNTS: typeof networks === 'string' ? networks : JSON.stringify(networks), PAYMASTER_KEY },
    nodes,
  )

test('nobody has smart accounts unless the operator says where', () => {
  expect(read({})).toEqual({ smartAccounts: {}, paymasterKey: null })
  expect(read({}, '')).toEqual({ smartAccounts: {}, paymasterKey: null })
})

test('takes networks of both kinds, and the key as bytes', () => {
  const networks = { 'eip155:31337': hybrid, 'eip155:1337': eip7702 }
  for (const text of [key, `0x${key}`, key.toUpperCase()]) {
    const { smartAccounts, paymasterKey } = read(networks, text)
    expect(smartAccounts).toEqual(networks)
    expect(Buffer.from(paymasterKey ?? []).toString('hex')).toBe(key)
  }
})

test.each<[string, unknown]>([
  ['no JSON', '{'],
  ['a list', [hybrid]],
  ['another kind', { 'eip155:31337': { ...hybrid, kind: 'safe' } }],
  ['no bundler', { 'eip155:31337': { kind: 'hybrid' } }],
  ['a bundler elsewhere', { 'eip155:31337': { ...hybrid, bundler: 'ws://secret-path' } }],
  ['no address of a paymaster', { 'eip155:31337': { ...hybrid, paymaster: '0x1' } }],
  ['a field too many', { 'eip155:31337': { ...hybrid, entryPoint: paymaster } }],
  ['another namespace', { 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': hybrid }],
  ['a chain without a node', { 'eip155:5': hybrid }],
  ['an unknown chain', { 'eip155:999': hybrid }],
])('%s is an error that names the setting and shows no value', (_, networks) => {
  expect(() => read(networks, key)).toThrow('SMART_ACCOUNTS: ')
  expect(() => read(networks, key)).not.toThrow(/secret|c0ffee/)
})

test('a paymaster at the zero address is refused in its own words', () => {
  const networks = { 'eip155:31337': { ...hybrid, paymaster: `0x${'0'.repeat(40)}` } }
  for (const each of [key, undefined]) {
    expect(() => read(networks, each)).toThrow(
      'SMART_ACCOUNTS: the paymaster of eip155:31337 is the zero address; leave it out to pay for nothing',
    )
  }
})

test.each<[string, unknown, string | undefined]>([
  ['is missing where there is a paymaster', { 'eip155:31337': hybrid }, undefined],
  ['has no use without one', { 'eip155:1337': eip7702 }, key],
  ['is too short', { 'eip155:31337': hybrid }, key.slice(2)],
  ['is too long', { 'eip155:31337': hybrid }, `${key}11`],
  ['is no number', { 'eip155:31337': hybrid }, 'c0ffee'.padEnd(64, 'x')],
  ['is zero', { 'eip155:31337': hybrid }, '0'.repeat(64)],
  ['is beyond the order of the curve', { 'eip155:31337': hybrid }, 'f'.repeat(64)],
])('a key that %s is an error that shows no value', (_, networks, text) => {
  expect(() => read(networks, text)).toThrow('PAYMASTER_KEY: ')
  expect(() => read(networks, text)).not.toThrow(/c0ffee|ffff/)
})
