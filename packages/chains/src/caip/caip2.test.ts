import { expect, test } from 'vitest'
import { formatCaip2, parseCaip2 } from './caip2.ts'

test.each([
  ['eip155:1', 'eip155', '1'],
  ['eip155:11155111', 'eip155', '11155111'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ['bip122:000000000019d6689c085ae165831e93', 'bip122', '000000000019d6689c085ae165831e93'],
  ['polkadot:91b171bb158e2d3848fa23a9f1c25182', 'polkadot', '91b171bb158e2d3848fa23a9f1c25182'],
  ['cosmos:cosmoshub-4', 'cosmos', 'cosmoshub-4'],
  ['sui:mainnet', 'sui', 'mainnet'],
  ['stacks:1', 'stacks', '1'],
])('%s is a chain', (id, namespace, reference) => {
  expect(parseCaip2(id)).toEqual({ namespace, reference })
  expect(formatCaip2(parseCaip2(id))).toBe(id)
})

test.each([
  '',
  ':',
  'eip155',
  'eip155:',
  ':1',
  'eip155:1:2',
  'eip155:1:',
  'eip155:0',
  'eip155:01',
  'eip155:-1',
  'eip155:1.0',
  'eip155:0x1',
  'eip155:1e3',
  'eip155: 1',
  'eip155:1\n',
  'eip155:9007199254740993',
  'EIP155:1',
  'solana:mainnet',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvd0',
  'bip122:mainnet',
  'bip122:000000000019D6689C085AE165831E93',
  'bip122:000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  'polkadot:relay',
  'stacks:mainnet',
  'tezos:NetXdQprcVkpaWU',
  '__proto__:1',
  'constructor:1',
  `cosmos:${'a'.repeat(33)}`,
  1,
  null,
  undefined,
  ['eip155:1'],
])('%j is refused with "Invalid chainId"', (input) => {
  expect(() => parseCaip2(input)).toThrow('Invalid chainId')
})
