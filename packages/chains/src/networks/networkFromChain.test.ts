import * as viemChains from 'viem/chains'
import { describe, expect, test } from 'vitest'
import { thrown } from '../testing/thrown.ts'
import { type ChainObject, networkFromChain } from './networkFromChain.ts'

const chain = {
  id: 4242,
  name: 'Team chain',
  nativeCurrency: { name: 'Team coin', symbol: 'TEAM', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.example.com'] } },
} satisfies ChainObject

test('a chain as viem writes it becomes a network', () => {
  const blockExplorers = { default: { name: 'Scan', url: 'https://scan.example.com' } }
  expect(networkFromChain({ ...chain, blockExplorers, testnet: true, contracts: {} })).toEqual({
    id: 4242,
    chainNamespace: 'eip155',
    caipNetworkId: 'eip155:4242',
    name: 'Team chain',
    nativeCurrency: chain.nativeCurrency,
    blockExplorer: blockExplorers.default,
    testnet: true,
    feeModel: 'eip1559',
    rpcUrls: ['https://rpc.example.com'],
    assets: {},
  })
})

test('its icon is an address of https; an empty one is none', () => {
  const iconOf = (imageUrl: string) => networkFromChain({ ...chain, assets: { imageId: 'x', imageUrl } }).assets
  expect(iconOf('https://team.example/icon.svg')).toEqual({ imageUrl: 'https://team.example/icon.svg' })
  expect(iconOf('')).toEqual({})
  expect(thrown(() => iconOf('javascript:0'))).toBe('INVALID_PARAMS')
})

test('a chain of another namespace has its CAIP-2 id, and both must agree', () => {
  const id = '1'.repeat(32)
  const own = { ...chain, id, chainNamespace: 'solana', caipNetworkId: `solana:${id}` } as const
  expect(networkFromChain(own)).toMatchObject({ id, chainNamespace: 'solana', caipNetworkId: `solana:${id}` })
  expect(networkFromChain(own)).not.toHaveProperty('feeModel')
  expect(thrown(() => networkFromChain({ ...own, caipNetworkId: `solana:${'2'.repeat(32)}` }))).toBe('CHAIN_ID_INVALID')
  expect(thrown(() => networkFromChain({ ...own, chainNamespace: 'dogecoin' }))).toBe('CHAIN_ID_INVALID')
  expect(thrown(() => networkFromChain({ ...chain, caipNetworkId: 'eip155:1' }))).toBe('CHAIN_ID_INVALID')
})

describe('of viem/chains', () => {
  const all: readonly ChainObject[] = Object.values(viemChains).flatMap((one) =>
    typeof one === 'object' && 'rpcUrls' in one ? [one as ChainObject] : [],
  )
  const refused = all.flatMap((one) => {
    try {
      networkFromChain(one)
      return []
    } catch {
      return [one.name]
    }
  })

  test('all but a handful are taken as they are', () => {
    expect(all.length).toBeGreaterThan(500)
    expect(refused.length).toBeLessThan(all.length / 50)
  })
})

test.each([
  ['no object', 4242, 'CHAIN_ID_INVALID'],
  ['an id as text', { ...chain, id: '4242' }, 'CHAIN_ID_INVALID'],
  ['no id', { ...chain, id: undefined }, 'CHAIN_ID_INVALID'],
  ['no name', { ...chain, name: '' }, 'INVALID_PARAMS'],
  ['no coin', { ...chain, nativeCurrency: undefined }, 'INVALID_PARAMS'],
  ['no nodes', { ...chain, rpcUrls: undefined }, 'INVALID_PARAMS'],
  ['an empty list of nodes', { ...chain, rpcUrls: { default: { http: [] } } }, 'INVALID_PARAMS'],
  ['a node that is no address', { ...chain, rpcUrls: { default: { http: ['ftp://a'] } } }, 'INVALID_PARAMS'],
  [
    'an explorer that runs script',
    { ...chain, blockExplorers: { default: { name: 'X', url: 'javascript:0' } } },
    'INVALID_PARAMS',
  ],
])('%s is refused', (_, given, name) => {
  expect(thrown(() => networkFromChain(given))).toBe(name)
})
