import { expect, test } from 'vitest'
import { formatCaip10, parseCaip10 } from './caip10.ts'

const evm = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

test.each([
  ['eip155:1', evm],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'],
  ['bip122:000000000019d6689c085ae165831e93', '128Lkh3S7CkDTBZ8W7BbpsN3YYizJMp8p6'],
  ['bip122:000000000019d6689c085ae165831e93', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
  ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'],
  ['cosmos:cosmoshub-3', 'cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0'],
  ['polkadot:91b171bb158e2d3848fa23a9f1c25182', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
  ['polkadot:b0a8d493285c2df73290dfb7e61f870f', '5hmuyxw9xdgbpptgypokw4thfyoe3ryenebr381z9iaegmfy'],
  ['sui:mainnet', `0x${'0'.repeat(63)}2`],
  ['stacks:1', 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7'],
] as const)('an account on %s is parsed and formatted', (caipNetworkId, address) => {
  const [namespace, reference] = caipNetworkId.split(':')
  const account = formatCaip10({ caipNetworkId, address })
  expect(account).toBe(`${caipNetworkId}:${address}`)
  expect(parseCaip10(account)).toEqual({ namespace, reference, caipNetworkId, address })
})

test.each([
  '',
  evm,
  `eip155:${evm}`,
  'eip155:1',
  'eip155:1:',
  `eip155:1:${evm}:`,
  `eip155:1:${evm}:1`,
  `eip155:0:${evm}`,
  `tezos:1:${evm}`,
  'eip155:1:0x12',
  `eip155:1:${evm}\n`,
  'eip155:1:vitalik.eth',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:0x12',
  `cosmos:cosmoshub-3:${'a'.repeat(129)}`,
  'cosmos:cosmoshub-3:a b',
  `cosmos:cosmoshub-3:${evm}`,
  'bip122:000000000019d6689c085ae165831e93:bitcoin',
  `bip122:000000000019d6689c085ae165831e93:${evm}`,
  'bip122:mainnet:128Lkh3S7CkDTBZ8W7BbpsN3YYizJMp8p6',
  `sui:mainnet:${evm}`,
  'stacks:1:SP000',
  'stacks:1:SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.pool',
  `polkadot:91b171bb158e2d3848fa23a9f1c25182:${evm}`,
  1,
  null,
])('%j is refused with "Invalid CAIP Address"', (input) => {
  expect(() => parseCaip10(input)).toThrow('Invalid CAIP Address')
})

test('nothing invalid is formatted', () => {
  expect(() => formatCaip10({ caipNetworkId: 'eip155:1', address: 'vitalik.eth' })).toThrow('Invalid CAIP Address')
})
