import { expect, test } from 'vitest'
import { thrown } from '../testing/thrown.ts'
import { defineNetwork, type NetworkInput } from './defineNetwork.ts'

const input = {
  id: 4242,
  chainNamespace: 'eip155',
  name: 'Team chain',
  nativeCurrency: { name: 'Team coin', symbol: 'TEAM', decimals: 18 },
} as const

test('an EVM network needs an id, a name and a coin', () => {
  expect(defineNetwork(input)).toEqual({
    ...input,
    caipNetworkId: 'eip155:4242',
    feeModel: 'eip1559',
    testnet: false,
    assets: {},
  })
})

test('a network of another namespace has no fee model', () => {
  const id = '000000000019d6689c085ae165831e93'
  const bitcoin = defineNetwork({ ...input, id, chainNamespace: 'bip122', name: 'Bitcoin' })
  expect(bitcoin).toMatchObject({ id, caipNetworkId: `bip122:${id}` })
  expect(bitcoin).not.toHaveProperty('feeModel')
})

test('the result is frozen and holds nothing that was not parsed', () => {
  const network = defineNetwork({ ...input, rpcUrls: ['https://rpc.example.com/v1'], contracts: {} } as NetworkInput)
  expect(network).not.toHaveProperty('contracts')
  for (const part of [network, network.nativeCurrency, network.rpcUrls, network.assets])
    expect(Object.isFrozen(part)).toBe(true)
})

test('an icon has a name in the directory, an address, or both', () => {
  const assets = { imageId: 'team', imageUrl: 'https://team.example/icon.svg' }
  expect(defineNetwork({ ...input, assets }).assets).toEqual(assets)
})

test.each([
  ['id', { id: 0 }, 'CHAIN_ID_INVALID'],
  ['id', { id: '4242' }, 'CHAIN_ID_INVALID'],
  ['id', { id: 1.5 }, 'CHAIN_ID_INVALID'],
  ['chainNamespace', { chainNamespace: 'tezos' }, 'CHAIN_ID_INVALID'],
  ['chainNamespace', { chainNamespace: 'solana' }, 'CHAIN_ID_INVALID'],
  ['name', { name: '' }, 'INVALID_PARAMS'],
  ['name', { name: 'a'.repeat(65) }, 'INVALID_PARAMS'],
  ['name', { name: 'Ethereum\u202egro' }, 'INVALID_PARAMS'],
  ['name', { name: 'Ethereum\n' }, 'INVALID_PARAMS'],
  ['name', { name: ' Ethereum' }, 'INVALID_PARAMS'],
  ['nativeCurrency', { nativeCurrency: undefined }, 'INVALID_PARAMS'],
  ['symbol', { nativeCurrency: { ...input.nativeCurrency, symbol: 'a'.repeat(17) } }, 'INVALID_PARAMS'],
  ['decimals', { nativeCurrency: { ...input.nativeCurrency, decimals: 37 } }, 'INVALID_PARAMS'],
  ['decimals', { nativeCurrency: { ...input.nativeCurrency, decimals: 1.5 } }, 'INVALID_PARAMS'],
  ['decimals', { nativeCurrency: { ...input.nativeCurrency, decimals: '18' } }, 'INVALID_PARAMS'],
  ['explorer', { blockExplorer: { name: 'Scan', url: 'javascript:alert(1)' } }, 'INVALID_PARAMS'],
  ['explorer', { blockExplorer: { name: 'Scan', url: 'https://user@scan.example.com' } }, 'INVALID_PARAMS'],
  ['explorer', { blockExplorer: { name: 'Scan', url: 'https://scan.example.com/"><script>' } }, 'INVALID_PARAMS'],
  ['explorer', { blockExplorer: 'https://scan.example.com' }, 'INVALID_PARAMS'],
  ['fee model', { feeModel: 'cheap' }, 'INVALID_PARAMS'],
  ['nodes', { rpcUrls: 'https://rpc.example.com' }, 'INVALID_PARAMS'],
  ['nodes', { rpcUrls: ['file:///etc/passwd'] }, 'INVALID_PARAMS'],
  ['nodes', { rpcUrls: ['wss://rpc.example.com'] }, 'INVALID_PARAMS'],
  ['picture', { assets: { imageId: 7 } }, 'INVALID_PARAMS'],
  ['picture', { assets: { imageUrl: 'http://team.example/icon.svg' } }, 'INVALID_PARAMS'],
  ['picture', { assets: { imageUrl: 'javascript:alert(1)' } }, 'INVALID_PARAMS'],
])('a bad %s is refused: %j', (_, change, name) => {
  expect(thrown(() => defineNetwork({ ...input, ...change } as unknown as NetworkInput))).toBe(name)
})

test.each([null, undefined, 'eip155:1', 1, [], () => input])('%s is no network', (junk) => {
  expect(thrown(() => defineNetwork(junk as unknown as NetworkInput))).toMatch(/^(INVALID_PARAMS|CHAIN_ID_INVALID)$/)
})
