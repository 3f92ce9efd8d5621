import { describe, expect, test } from 'vitest'
import { thrown } from '../testing/thrown.ts'
import { checkChainId, normaliseChainId, toWireChainId } from './chainId.ts'

const solana = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

test.each([
  [1, 'eip155:1', 1],
  [31337, 'eip155:31337', 31337],
  ['0x1', 'eip155:1', 1],
  ['0xAA36A7', 'eip155:11155111', 11155111],
  ['0x01', 'eip155:1', 1],
  ['eip155:11155111', 'eip155:11155111', 11155111],
  [solana, `solana:${solana}`, `solana:${solana}`],
  [`solana:${solana}`, `solana:${solana}`, `solana:${solana}`],
])('%j is %s, on the wire %j', (input, caipNetworkId, wire) => {
  expect(normaliseChainId(input)).toBe(caipNetworkId)
  expect(toWireChainId(input)).toBe(wire)
})

test.each([
  0,
  -1,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 53,
  1e21,
  '',
  '1',
  '0x',
  '0x0',
  '0xzz',
  '0xffffffffffffffff',
  `0x${'f'.repeat(1000)}`,
  'eip155:0x1',
  'mainnet',
  'solana:',
  1n,
  true,
  null,
  undefined,
  [1],
  {},
])('%s is refused with "Invalid chainId"', (input) => {
  expect(() => normaliseChainId(input)).toThrow('Invalid chainId')
})

test('a chain that the frame cannot serve has no form on its wire', () => {
  expect(normaliseChainId('bip122:000000000019d6689c085ae165831e93')).toBe('bip122:000000000019d6689c085ae165831e93')
  expect(thrown(() => toWireChainId('bip122:000000000019d6689c085ae165831e93'))).toBe('CHAIN_NOT_SUPPORTED')
})

describe('checkChainId', () => {
  test('a request for the active chain, or for none, passes', () => {
    expect(thrown(() => checkChainId(1, 1))).toBeUndefined()
    expect(thrown(() => checkChainId(1n, 1))).toBeUndefined()
    expect(thrown(() => checkChainId(undefined, 1))).toBeUndefined()
  })
  test('a request for another chain does not', () => {
    expect(thrown(() => checkChainId(1n, 10))).toBe('CHAIN_ID_MISMATCH')
    expect(thrown(() => checkChainId(2n ** 64n + 1n, 1))).toBe('CHAIN_ID_MISMATCH')
    expect(thrown(() => checkChainId(0, 1))).toBe('CHAIN_ID_MISMATCH')
  })
})
