import type { TokenBalance } from '@latchkey/api-client'
import { localA } from '@latchkey/chains'
import { expect, test } from 'vitest'
import { permissionLimit } from './permissionLimit.ts'

const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const held = [
  { symbol: 'USDC', address: `eip155:31337:${token.toLowerCase()}`, quantity: { decimals: '6', numeric: '1' } },
] as TokenBalance[]
const limit = (type: string, data: Record<string, unknown>, tokens = held) =>
  permissionLimit({ chainId: 31337, permissions: [{ type, data } as never] }, localA, tokens)

test('a permission says the most that it lets a site spend, of the token by its name where it is held', () => {
  expect(limit('native-token-transfer', { allowance: '0xb1a2bc2ec50000' })).toBe('Up to 0.05 ETH in total')
  const week = { periodAmount: '0x4c4b40', periodDuration: 604_800, address: token }
  expect(limit('erc20-token-periodic', week)).toBe('Up to 5 USDC every week')
  expect(limit('erc20-token-periodic', { ...week, periodDuration: 7_200 })).toBe('Up to 5 USDC every 2 hours')
  expect(limit('erc20-token-transfer', { allowance: '0x5', address: token }, [])).toBe(
    'Up to 5 in the token’s smallest unit in total',
  )
})

test.each([
  ['contract-call', { address: token }],
  ['native-token-transfer', { allowance: 'lots' }],
  ['native-token-transfer', { allowance: 5 }],
  ['native-token-periodic', { periodAmount: '0x5', periodDuration: 0 }],
  ['native-token-periodic', { periodAmount: '0x5', periodDuration: 'day' }],
  ['native-token-transfer', {}],
])('%s with %j has no limit that could be said', (type, data) => {
  expect(limit(type, data)).toBeNull()
})
