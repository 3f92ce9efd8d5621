import { createHash } from 'node:crypto'
import * as viemChains from 'viem/chains'
import { describe, expect, test } from 'vitest'
import { parseCaip2 } from '../caip/caip2.ts'
import { toWireChainId } from '../caip/chainId.ts'
import { defineNetwork } from './defineNetwork.ts'
import { findNetwork } from './findNetwork.ts'
import type { EvmNetwork, Network } from './network.ts'
import { publicNodes } from './publicNodes.ts'
import * as registry from './registry.ts'

const { networks, ...named } = registry

const ofTheFrame = networks.filter(({ chainNamespace }) => chainNamespace === 'eip155' || chainNamespace === 'solana')
const ofOthers = networks.filter((network) => !ofTheFrame.includes(network))

test('the registry holds the 24 EVM and 3 Solana networks of the frame protocol, those that are tested on since, and the local chains', () => {
  expect(ofTheFrame.filter(({ local }) => !local).map(({ caipNetworkId }) => toWireChainId(caipNetworkId))).toEqual(
    expect.arrayContaining([
      ...[1, 5, 11155111, 10, 420, 42161, 421613, 137, 80001, 42220, 1313161554, 1313161555, 56, 97, 43114, 43113],
      ...[324, 280, 100, 8453, 84531, 84532, 7777777, 999],
      ...[421614, 11155420, 80002, 300, 999999999, 59144, 59141, 534352, 534351],
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    ]),
  )
  expect(ofTheFrame.filter(({ local }) => !local)).toHaveLength(36)
  expect(ofTheFrame.filter(({ local }) => local).map(({ id, name }) => [id, name])).toEqual([
    [31337, 'Local chain A'],
    [1337, 'Local chain B'],
    ['LocaLatchkey11111111111111111111', 'Local Solana'],
  ])
})

test('each of the 24 EVM networks of the frame protocol runs, or names a successor that does', () => {
  const ids = [1, 5, 11155111, 10, 420, 42161, 421613, 137, 80001, 42220, 1313161554, 1313161555, 56, 97, 43114, 43113]
  ids.push(324, 280, 100, 8453, 84531, 84532, 7777777, 999)
  expect(new Set(ids).size).toBe(24)
  const running = ids.map((id) => {
    const network = findNetwork(`eip155:${id}`)
    return network?.retired ? findNetwork(String(network.successor)) : network
  })
  expect(running.every((network) => network !== undefined && !network.retired)).toBe(true)
  expect(running.every((network) => publicNodes[String(network?.caipNetworkId)] !== undefined)).toBe(true)
})

test('24 EVM networks of the frame run, or more', () => {
  const running = ofTheFrame.filter(
    ({ chainNamespace, local, retired }) => chainNamespace === 'eip155' && !local && !retired,
  )
  expect(running).toHaveLength(26)
})

test('only a network that has shut down has a successor', () => {
  for (const { name, retired, successor } of networks) expect(retired === true, name).toBe(successor !== undefined)
})

test('the registry holds the main network of every other namespace, and each network of Bitcoin', () => {
  expect(
    ofOthers.map(({ caipNetworkId, nativeCurrency, testnet }) => [caipNetworkId, nativeCurrency.symbol, testnet]),
  ).toEqual([
    ['bip122:000000000019d6689c085ae165831e93', 'BTC', false],
    ['bip122:000000000933ea01ad0ee984209779ba', 'BTC', true],
    ['bip122:00000000da84f2bafbbc53dee25a72ae', 'BTC', true],
    ['bip122:00000008819873e925422c1ff0f99f7c', 'BTC', true],
    ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328', 'BTC', true],
    ['polkadot:91b171bb158e2d3848fa23a9f1c25182', 'DOT', false],
    ['cosmos:cosmoshub-4', 'ATOM', false],
    ['sui:mainnet', 'SUI', false],
    ['stacks:1', 'STX', false],
  ])
})

// The first block of each Bitcoin network: the Merkle root, then time, difficulty and nonce of its header.
const firstCoin = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b'
test.each([
  ['bitcoin', firstCoin, 1231006505, 0x1d00ffff, 2083236893],
  ['bitcoinTestnet', firstCoin, 1296688602, 0x1d00ffff, 414098458],
  [
    'bitcoinTestnet4',
    '7aa0a7ae1e223414cb807e40cd57e667b718e42aaf9306db9102fe28912b7b4e',
    1714777860,
    0x1d00ffff,
    393743547,
  ],
  ['bitcoinSignet', firstCoin, 1598918400, 0x1e0377ae, 52613770],
  ['bitcoinRegtest', firstCoin, 1296688602, 0x207fffff, 2],
] as const)('the reference of %s is the hash of its first block', (name, merkleRoot, time, bits, nonce) => {
  const header = Buffer.alloc(80)
  header.writeUInt32LE(1, 0)
  header.set(Buffer.from(merkleRoot, 'hex').reverse(), 36)
  header.writeUInt32LE(time, 68)
  header.writeUInt32LE(bits, 72)
  header.writeUInt32LE(nonce, 76)
  const once = createHash('sha256').update(header).digest()
  const hash = createHash('sha256').update(once).digest().reverse().toString('hex')
  expect(named[name].id).toBe(hash.slice(0, 32))
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
  const { successor: _successor, ...written } = network
  expect(defineNetwork(network)).toEqual(written)
})

test('a living network of the frame has nodes over https, any other has none here', () => {
  for (const network of networks) {
    const { retired, local, caipNetworkId, name } = network
    const nodes = publicNodes[caipNetworkId] ?? []
    expect(nodes.length > 0, name).toBe(!retired && !local && ofTheFrame.includes(network))
    for (const url of nodes) expect(url).toMatch(/^https:\/\//)
  }
  expect(Object.keys(publicNodes).filter((id) => findNetwork(id) === undefined)).toEqual([])
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
