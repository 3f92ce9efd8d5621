import { findNetwork } from '@latchkey/chains'
import { expect, test } from 'vitest'
import { explorerUrl } from './explorerUrl.ts'

const hash = `0x${'ab'.repeat(32)}`

test.each([
  ['eip155:1', 'transaction', hash, `https://etherscan.io/tx/${hash}`],
  ['eip155:1', 'address', '0x12', 'https://etherscan.io/address/0x12'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'address', 'Vote1', 'https://solscan.io/account/Vote1'],
  ['eip155:1', 'transaction', '../evil?x#y', 'https://etherscan.io/tx/..%2Fevil%3Fx%23y'],
  ['eip155:31337', 'transaction', hash, undefined],
  ['eip155:424242', 'transaction', hash, undefined],
] as const)('on %s a %s %s is found at its own address alone', (chain, kind, id, url) => {
  expect(explorerUrl(findNetwork(chain), kind, id)).toBe(url)
})
