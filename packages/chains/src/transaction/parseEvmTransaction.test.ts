import { describe, expect, test } from 'vitest'
import { toChecksumAddress } from '../address/evmAddress.ts'
import { thrown } from '../testing/thrown.ts'
import { parseEvmTransaction } from './parseEvmTransaction.ts'

const from = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const key = `0x${'ab'.repeat(32)}`

test('a transfer with nothing but its ends', () => {
  expect(parseEvmTransaction({ from: from.toLowerCase(), to })).toEqual({ from, to, value: 0n, data: '0x' })
})

test('every field', () => {
  expect(
    parseEvmTransaction({
      from,
      to,
      value: '0xde0b6b3a7640000',
      data: '0xDEADbeef',
      gas: '0x5208',
      nonce: '0x0',
      maxFeePerGas: '0x3b9aca00',
      maxPriorityFeePerGas: '0x1',
      type: '0x2',
      chainId: '0x7a69',
      accessList: [{ address: to.toLowerCase(), storageKeys: [key] }],
    }),
  ).toEqual({
    from,
    to: toChecksumAddress(to),
    value: 10n ** 18n,
    data: '0xdeadbeef',
    gas: 21_000n,
    nonce: 0,
    maxFeePerGas: 10n ** 9n,
    maxPriorityFeePerGas: 1n,
    type: 2,
    chainId: 31337,
    accessList: [{ address: to, storageKeys: [key] }],
  })
})

describe('what dapps write in more than one way', () => {
  test.each([
    ['data as input', { input: '0x12' }, { data: '0x12' }],
    ['data and input that agree', { data: '0xab', input: '0xAB' }, { data: '0xab' }],
    ['gas as gasLimit', { gasLimit: '0x5208' }, { gas: 21_000n }],
    ['whole bytes', { value: '0x016345785d8a0000' }, { value: 10n ** 17n }],
    ['chain id as a number', { chainId: 1 }, { chainId: 1 }],
    ['chain id as CAIP-2', { chainId: 'eip155:1' }, { chainId: 1 }],
    ['null for absent', { data: null, gas: null, nonce: null }, { data: '0x' }],
    ['a contract creation', { to: null, data: '0x6000' }, { to: null, data: '0x6000' }],
  ])('%s', (_, fields, expected) => {
    expect(parseEvmTransaction({ from, to, ...fields })).toMatchObject(expected)
  })

  test('fields of no standard are dropped', () => {
    expect(parseEvmTransaction({ from, to, hardfork: 'london', common: {} })).not.toHaveProperty('hardfork')
  })
})

test.each([
  ['no sender', { from: undefined }, 'ADDRESS_INVALID'],
  ['a sender with a wrong checksum', { from: from.replace('f39F', 'F39F') }, 'ADDRESS_INVALID'],
  ['a short recipient', { to: '0x1234' }, 'ADDRESS_INVALID'],
  ['an empty recipient', { to: '', data: '0x60' }, 'ADDRESS_INVALID'],
  ['a recipient that is a name', { to: 'vitalik.eth' }, 'ADDRESS_INVALID'],
  ['no recipient and no code', { to: undefined }, 'INVALID_PARAMS'],
  ['a decimal value', { value: '1000' }, 'INVALID_PARAMS'],
  ['a number as value', { value: 1000 }, 'INVALID_PARAMS'],
  ['an empty value', { value: '0x' }, 'INVALID_PARAMS'],
  ['a negative value', { value: '-0x1' }, 'INVALID_PARAMS'],
  ['a value of more than 256 bits', { value: `0x1${'0'.repeat(64)}` }, 'INVALID_PARAMS'],
  ['a value without end', { value: `0x${'1'.repeat(100_000)}` }, 'INVALID_PARAMS'],
  ['half a byte of data', { data: '0x123' }, 'INVALID_PARAMS'],
  ['data that is not hex', { data: 'hello' }, 'INVALID_PARAMS'],
  ['data and input that differ', { data: '0x12', input: '0x13' }, 'INVALID_PARAMS'],
  ['empty data beside input', { data: '0x', input: '0x13' }, 'INVALID_PARAMS'],
  ['gas and gasLimit that differ', { gas: '0x1', gasLimit: '0x2' }, 'INVALID_PARAMS'],
  ['gas of more than 64 bits', { gas: `0x1${'0'.repeat(16)}` }, 'INVALID_PARAMS'],
  ['a nonce beyond counting', { nonce: '0x20000000000000' }, 'INVALID_PARAMS'],
  ['gas price beside max fee', { gasPrice: '0x1', maxFeePerGas: '0x1' }, 'GAS_PRICE_CONFLICT'],
  ['gas price beside a tip', { gasPrice: '0x1', maxPriorityFeePerGas: '0x1' }, 'GAS_PRICE_CONFLICT'],
  ['a tip above the max fee', { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }, 'TIP_ABOVE_FEE_CAP'],
  ['a max fee of more than 256 bits', { maxFeePerGas: `0x1${'0'.repeat(64)}` }, 'FEE_CAP_TOO_HIGH'],
  ['a gas price of more than 256 bits', { gasPrice: `0x1${'0'.repeat(64)}` }, 'FEE_CAP_TOO_HIGH'],
  ['type 2 with a gas price', { type: '0x2', gasPrice: '0x1' }, 'INVALID_PARAMS'],
  ['type 0 with a max fee', { type: '0x0', maxFeePerGas: '0x1' }, 'INVALID_PARAMS'],
  ['type 1 with a tip', { type: '0x1', maxPriorityFeePerGas: '0x1' }, 'INVALID_PARAMS'],
  ['type 0 with an access list', { type: '0x0', accessList: [] }, 'INVALID_PARAMS'],
  ['a blob transaction', { type: '0x3' }, 'INVALID_PARAMS'],
  ['a delegating transaction', { type: '0x4' }, 'INVALID_PARAMS'],
  ['a delegation without a type', { authorizationList: [] }, 'INVALID_PARAMS'],
  ['blobs without a type', { blobVersionedHashes: [key] }, 'INVALID_PARAMS'],
  ['a type by name', { type: 'eip1559' }, 'INVALID_PARAMS'],
  ['a Solana chain', { chainId: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }, 'INVALID_PARAMS'],
  ['chain id zero', { chainId: '0x0' }, 'CHAIN_ID_INVALID'],
  ['an access list that is none', { accessList: {} }, 'INVALID_PARAMS'],
  ['a short storage key', { accessList: [{ address: to, storageKeys: ['0x01'] }] }, 'INVALID_PARAMS'],
  ['an access list without keys', { accessList: [{ address: to }] }, 'INVALID_PARAMS'],
  ['a bad address in the access list', { accessList: [{ address: '0x', storageKeys: [] }] }, 'ADDRESS_INVALID'],
  ['an endless access list', { accessList: Array(1025).fill({ address: to, storageKeys: [] }) }, 'INVALID_PARAMS'],
])('%s is refused', (_, fields, name) => {
  expect(thrown(() => parseEvmTransaction({ from, to, ...fields }))).toBe(name)
})

test.each([null, undefined, 'tx', 1, [], [{ from, to }]])('%j is no transaction', (input) => {
  expect(thrown(() => parseEvmTransaction(input))).toBe('INVALID_PARAMS')
})

test('fields are read from the object itself, not from what it inherits', () => {
  expect(thrown(() => parseEvmTransaction(Object.create({ from, to })))).toBe('INVALID_PARAMS')
  expect(parseEvmTransaction(Object.assign(Object.create({ data: '0x12', gasPrice: '0x1' }), { from, to }))).toEqual(
    parseEvmTransaction({ from, to }),
  )
})
