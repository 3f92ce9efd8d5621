import { expect, test } from 'vitest'
import { chainIn, switchedTo, withChain } from './pageChains.ts'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

test('each namespace has its chain, and the first of its networks before one was chosen', () => {
  const chains = { chainId: 'eip155:10' }
  expect(chainIn(chains, 'eip155')).toBe('eip155:10')
  expect(chainIn(chains, 'solana')).toBe(solana)
  expect(chainIn({ chainId: devnet }, 'eip155')).toBe('eip155:1')
})

test('a chain of the other namespace leaves the active one as it was', () => {
  const both = withChain({ chainId: 'eip155:10' }, devnet)
  expect(both).toEqual({ chainId: 'eip155:10', otherChainId: devnet })
  expect(withChain(both, 'eip155:1')).toEqual({ chainId: 'eip155:1', otherChainId: devnet })
  expect(withChain(both, solana)).toEqual({ chainId: 'eip155:10', otherChainId: solana })
})

test('switching changes what is active, there and back', () => {
  const there = switchedTo({ chainId: 'eip155:10' }, devnet)
  expect(there).toEqual({ chainId: devnet, otherChainId: 'eip155:10' })
  expect(switchedTo(there, solana)).toEqual({ chainId: solana, otherChainId: 'eip155:10' })
  expect(switchedTo(there, 'eip155:1')).toEqual({ chainId: 'eip155:1', otherChainId: devnet })
})
