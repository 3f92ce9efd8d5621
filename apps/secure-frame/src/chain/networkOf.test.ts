import { localA, mainnet } from '@latchkey/chains'
import { expect, onTestFinished, test } from 'vitest'
import { findKnown, networkOf, serveNetworks, toOwnNetwork, wireChainOf } from './networkOf.ts'

const teamChain = {
  id: 4242,
  name: 'Team chain',
  nativeCurrency: { name: 'Team coin', symbol: 'TEAM', decimals: 18 },
  testnet: true,
}

test('a network that nobody knows is not served', () => {
  expect(() => networkOf(4242)).toThrow(expect.objectContaining({ name: 'CHAIN_NOT_SUPPORTED' }))
})

test.each([
  [5, 'Goerli', 'Sepolia (eip155:11155111)'],
  [420, 'Optimism Goerli', 'OP Sepolia (eip155:11155420)'],
  [421613, 'Arbitrum Goerli', 'Arbitrum Sepolia (eip155:421614)'],
  [80001, 'Polygon Mumbai', 'Polygon Amoy (eip155:80002)'],
  [280, 'ZKsync Era Goerli', 'ZKsync Sepolia (eip155:300)'],
  [84531, 'Base Goerli', 'Base Sepolia (eip155:84532)'],
  [999, 'Zora Goerli', 'Zora Sepolia (eip155:999999999)'],
])('network %d has shut down, and its successor is named and served', (id, name, successor) => {
  const message = `Chain is not supported: ${name} has shut down. Use ${successor}`
  expect(() => networkOf(id)).toThrow(expect.objectContaining({ name: 'CHAIN_NOT_SUPPORTED', message }))
  const [, named = ''] = /\((.*)\)/.exec(successor) ?? []
  expect(networkOf(named).caipNetworkId).toBe(named)
})

test('the operator’s own is, and reaches the wallet’s other documents as it came', () => {
  serveNetworks([teamChain])
  onTestFinished(() => serveNetworks())
  const network = networkOf('0x1092')
  expect(network).toMatchObject({ caipNetworkId: 'eip155:4242', name: 'Team chain', feeModel: 'eip1559' })
  expect(wireChainOf(network)).toBe(4242)
  expect(toOwnNetwork(network)).toEqual(teamChain)
  expect(toOwnNetwork(networkOf(31337))).toBeNull()
})

test('no one renames a network of the registry', () => {
  serveNetworks([{ ...teamChain, id: 1 }])
  onTestFinished(() => serveNetworks())
  expect(networkOf(1)).toBe(mainnet)
  expect(findKnown('eip155:31337')).toBe(localA)
})
