import * as viemChains from 'viem/chains'
import { describe, expect, test } from 'vitest'
import { parseCaip2 } from '../caip/caip2.ts'
import { toWireChainId } from '../caip/chainId.ts'
import { defineNetwork } from './defineNetwork.ts'
import { findNetwork } from './findNetwork.ts'
import type { EvmNetwork, Network } from './network.ts'
import * as registry from './registry.ts'

const { networks, ...named } = registry

test('the registry holds the 24 EVM and 3 Solana networks of the frame protocol and the two local chains', () => {
  expect(networks.filter(({ local }) => !local).map(({ caipNetworkId }) => toWireChainId(caipNetworkId))).toEqual(
    expect.arrayContaining([
      ...[1, 5, 11155111, 10, 420, 42161, 421613, 137, 80001, 42220, 1313161554, 1313161555, 56, 97, 43114, 43113],
      ...[324, 280, 100, 8453, 84531, 84532, 7777777, 999],
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    ]),
  )
  expect(networks.filter(({ local }) => !local)).toHaveLength(27)
  expect(networks.filter(({ local }) => local).map(({ id, name }) => [id, name])).toEqual([
    [31337, 'Local chain A'],
    [1337, 'Local chain B'],
  ])
})

test('every named network is in the list, once', () => {
  expect(new Set(networks)).toEqual(new Set(Object.values(named)))
  expect(new Set(networks.map(({ caipNetworkId }) => caipNetworkId)).size).toBe(networks.length)
})

test.each(networks.map((network) => [network.name, network] as const))('%s is a well-formed row', (_, network) => {
  expect(parseCaip2(network.caipNetworkId)).toEqual({
    namespace: network.chainNamespace,
    reference: String(network.id),
  })
  expect(defineNetwork(network)).toEqual(network)
})

test('a living network has nodes over https, a retired or local one has none here', () => {
  for (const { retired, local, rpcUrls, name } of networks) {
    expect(rpcUrls.length > 0, name).toBe(!retired && !local)
    for (const url of rpcUrls) expect(url).toMatch(/^https:\/\//)
  }
})

test('only networks without a base fee pay by gas price', () => {
  const legacy = networks.filter((network) => network.chainNamespace === 'eip155' && network.feeModel === 'legacy')
  expect(legacy.map(({ name }) => name)).toEqual(['Aurora', 'Aurora Testnet'])
})

describe('against viem', () => {
  const theirs = Object.values(viemChains).filter((chain) => typeof chain === 'object' && 'id' in chain)
  const known = networks.filter(
    (network): network is EvmNetwork => network.chainNamespace === 'eip155' && !network.local && network.id !== 280,
  )

  test.each(known.map((network) => [network.name, network] as const))('%s has the same coin', (_, network) => {
    const [chain] = theirs.filter(({ id, name }) => id === network.id && name.startsWith(network.name))
    expect(chain).toBeDefined()
    expect(network.nativeCurrency.decimals).toBe(chain?.nativeCurrency.decimals)
    expect(network.nativeCurrency.symbol).toBe(chain?.nativeCurrency.symbol)
    expect(network.testnet).toBe(chain?.testnet ?? false)
  })
})

describe('findNetwork', () => {
  test('finds by CAIP-2 id, exactly', () => {
    expect(findNetwork('eip155:1')).toBe(registry.mainnet)
    expect(findNetwork('eip155:01')).toBeUndefined()
    expect(findNetwork('1')).toBeUndefined()
    expect(findNetwork('')).toBeUndefined()
  })
  test('finds in a list of its caller', () => {
    const mine: Network = { ...registry.localA, name: 'Mine' }
    expect(findNetwork('eip155:31337', [mine])).toBe(mine)
    expect(findNetwork('eip155:1', [mine])).toBeUndefined()
  })
})
