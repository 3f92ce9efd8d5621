import { describe, expect, test } from 'vitest'
import type { NetworkId } from '../Modal.ts'
import {
  addressOf,
  assessRecipient,
  coinTypesOf,
  isRefused,
  type RecipientFacts,
  readRecipient,
} from './recipientRules.ts'

const chain: NetworkId = 'eip155:31337'
const solana: NetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bitcoin: NetworkId = 'bip122:000000000019d6689c085ae165831e93'
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const sol = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const btc = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

describe('what is typed as a recipient', () => {
  test.each<[string, NetworkId, object]>([
    ['', chain, { kind: 'empty' }],
    ['   ', chain, { kind: 'empty' }],
    [address, chain, { kind: 'address', address }],
    [` ${address}\n`, chain, { kind: 'address', address }],
    [address.toLowerCase(), chain, { kind: 'address', address }],
    [`eip155:31337:${address}`, chain, { kind: 'address', address }],
    [sol, solana, { kind: 'address', address: sol }],
    [`${solana}:${sol}`, solana, { kind: 'address', address: sol }],
    [btc, bitcoin, { kind: 'address', address: btc }],
    ['vitalik.eth', chain, { kind: 'name', name: 'vitalik.eth' }],
    ['ada.latchkey.id', chain, { kind: 'name', name: 'ada.latchkey.id' }],
    ['Ada.ETH', chain, { kind: 'name', name: 'ada.eth' }],
    ['bücher.eth', chain, { kind: 'name', name: 'bücher.eth' }],
  ])('%j on %s', (text, network, expected) => {
    expect(readRecipient(text, network)).toEqual(expected)
  })

  test.each<[string, string, NetworkId, string]>([
    ['a bad checksum', address.replace('C8', 'c8'), chain, 'ADDRESS_INVALID'],
    ['a cut address', address.slice(0, -1), chain, 'ADDRESS_INVALID'],
    ['an address of Solana', sol, chain, 'ADDRESS_INVALID'],
    ['an address of Ethereum', address, solana, 'ADDRESS_INVALID'],
    ['one of the Bitcoin testnet', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', bitcoin, 'ADDRESS_INVALID'],
    ['a word', 'vitalik', chain, 'ADDRESS_INVALID'],
    ['a dot at an end', '.eth', chain, 'ADDRESS_INVALID'],
    ['a web page', 'https://example.com/a.eth', chain, 'CAIP_ADDRESS_INVALID'],
    ['a path', 'a/b.eth', chain, 'ADDRESS_INVALID'],
    ['a novel', `${'a'.repeat(300)}.eth`, chain, 'ADDRESS_INVALID'],
    ['two parts', `eip155:${address}`, chain, 'CAIP_ADDRESS_INVALID'],
    ['four parts', `eip155:1:${address}:x`, chain, 'CAIP_ADDRESS_INVALID'],
    ['a network of nobody', `eip999:1:${address}`, chain, 'CAIP_ADDRESS_INVALID'],
    ['another chain', `eip155:1:${address}`, chain, 'CHAIN_ID_MISMATCH'],
    ['another namespace', `${solana}:${sol}`, chain, 'CHAIN_ID_MISMATCH'],
    ['a bad checksum in three parts', `eip155:31337:${address.replace('C8', 'c8')}`, chain, 'ADDRESS_INVALID'],
  ])('%s is refused', (_, text, network, reason) => {
    expect(readRecipient(text, network)).toEqual({ kind: 'refused', reason })
  })
})

describe('who is sent to', () => {
  const account = '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'
  const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
  const poison = '0x7099aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa79C8'
  const facts: RecipientFacts = { address, account, token: null, known: [], is: 'person' }
  test.each<[string, Partial<RecipientFacts>, string[]]>([
    ['a stranger', {}, []],
    ['somebody known', { known: [address] }, []],
    ['oneself', { address: account }, ['self']],
    ['a contract', { is: 'contract' }, ['contract']],
    ['who knows what', { is: null }, []],
    ['the zero address', { address: '0x0000000000000000000000000000000000000000' }, ['zeroAddress']],
    ['the zero address on Solana', { address: '11111111111111111111111111111111' }, ['zeroAddress']],
    ['the token itself', { address: token, token: token.toLowerCase() }, ['tokenContract']],
    ['the contract of another token', { address: token, is: 'contract' }, ['contract']],
    ['a token account', { is: 'tokenAccount' }, ['tokenAccount']],
    ['a lookalike of somebody known', { address: poison, known: [address] }, ['lookalike']],
    [
      'a lookalike that is a contract',
      { address: poison, known: [address], is: 'contract' },
      ['lookalike', 'contract'],
    ],
    ['a lookalike of oneself', { address: `0x8f3c${'1'.repeat(32)}a063` }, ['lookalike']],
  ])('%s', (_, change, kinds) => {
    const notes = assessRecipient({ ...facts, ...change })
    expect(notes.map(({ kind }) => kind)).toEqual(kinds)
    const refused = ['zeroAddress', 'tokenContract', 'tokenAccount']
    expect(isRefused(notes)).toBe(kinds.some((kind) => refused.includes(kind)))
  })
})

describe('where a name leads', () => {
  const record = (addresses: Record<string, string>) => ({
    addresses: Object.fromEntries(Object.entries(addresses).map(([type, each]) => [type, { address: each }])),
  })
  test.each<[NetworkId, readonly string[]]>([
    ['eip155:1', ['60', '2147483648']],
    ['eip155:8453', ['2147492101', '2147483648']],
    ['eip155:11155111', ['2158638759', '2147483648', '60']],
    [chain, ['2147514985', '2147483648', '60']],
    [solana, ['501']],
    [bitcoin, ['0']],
    ['cosmos:cosmoshub-4', []],
  ])('on %s it is looked for under %j', (network, types) => {
    expect(coinTypesOf(network)).toEqual(types)
  })
  test('the address of the chain comes before that of all chains', () => {
    expect(addressOf(record({ 60: sol, 2147514985: address }), chain)).toBe(address)
    expect(addressOf(record({ 60: address.toLowerCase() }), chain)).toBe(address)
    expect(addressOf(record({ 501: sol, 60: address }), solana)).toBe(sol)
  })
  test('the address on Ethereum is none on another chain, and the one of all chains is', () => {
    expect(addressOf(record({ 60: address }), 'eip155:8453')).toBeNull()
    expect(addressOf(record({ 60: address }), 'eip155:1')).toBe(address)
    expect(addressOf(record({ 60: sol, 2147483648: address }), 'eip155:8453')).toBe(address)
  })
  test('what is no address of the network is none', () => {
    expect(addressOf(record({ 60: sol }), chain)).toBeNull()
    expect(addressOf(record({ 60: address }), solana)).toBeNull()
    expect(addressOf(record({}), chain)).toBeNull()
  })
})
