import { expect, test } from 'vitest'
import { defineNetwork } from './defineNetwork.ts'
import { knownNetworks } from './knownNetworks.ts'
import { mainnet, networks, zoraGoerli } from './registry.ts'

const own = (id: number) =>
  defineNetwork({
    id,
    chainNamespace: 'eip155',
    name: `Own ${id}`,
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
  })

test('a network that the registry has not is found beside it', () => {
  const { find, all } = knownNetworks([own(4242)])
  expect(find('eip155:4242')?.name).toBe('Own 4242')
  expect(find('eip155:1')).toBe(mainnet)
  expect(find('eip155:4243')).toBeUndefined()
  expect(all).toHaveLength(networks.length + 1)
})

test('a living network of the registry stays what it is, one that has ended gives up its id', () => {
  const { find, all } = knownNetworks([own(1), own(zoraGoerli.id)])
  expect(find('eip155:1')).toBe(mainnet)
  expect(find('eip155:999')?.name).toBe('Own 999')
  expect(all).toHaveLength(networks.length)
})

test('without networks of its own it is the registry', () => {
  expect(knownNetworks().all).toEqual(networks)
})
