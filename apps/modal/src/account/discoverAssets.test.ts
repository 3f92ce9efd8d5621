import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { discoverAssets } from './discoverAssets.ts'

const account = '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'
const usdc = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const asset = {
  address: usdc,
  balance: '0x3b9aca00',
  type: 'erc20',
  metadata: { name: 'USD Coin', symbol: 'USDC', decimals: 6 },
}
const supported = { '0x1': { assetDiscovery: { supported: true } } }

/** A wallet with this answer or error. */
const wallet = (capabilities: unknown, assets: unknown) => {
  const asked: string[] = []
  const answer = async ({ method }: { method: string }) => {
    asked.push(method)
    const said = method === 'wallet_getCapabilities' ? capabilities : assets
    if (said instanceof Error) throw said
    return said
  }
  return { asked, discover: () => discoverAssets(answer, account, 'eip155:1') }
}

test('what a wallet that reports discovery knows, without a price', async () => {
  const { discover } = wallet(supported, { '0x1': [asset] })
  expect(await discover()).toEqual([
    {
      name: 'USD Coin',
      symbol: 'USDC',
      chainId: 'eip155:1',
      address: `eip155:1:${usdc}`,
      price: 0,
      quantity: { decimals: '6', numeric: '1000' },
      iconUrl: '',
    },
  ])
})

test.each([
  ['says nothing of it', {}],
  ['says that it does not', { '0x1': { assetDiscovery: { supported: false } } }],
  ['says it of another chain', { '0xa': { assetDiscovery: { supported: true } } }],
  ['says it in a shape of its own', { '0x1': { assetDiscovery: 'yes' } }],
  ['answers something else', 'no'],
  ['refuses', new AppError('INVALID_PARAMS')],
])('a wallet that %s is not asked for assets', async (_, capabilities) => {
  const { asked, discover } = wallet(capabilities, { '0x1': [asset] })
  expect(await discover()).toEqual([])
  expect(asked).toEqual(['wallet_getCapabilities'])
})

test.each([
  ['refuses', new AppError('INTERNAL')],
  ['answers a list', [asset]],
  ['has an amount that is none', { '0x1': [{ ...asset, balance: '12' }] }],
  ['has an address that is none', { '0x1': [{ ...asset, address: 'javascript:alert(1)' }] }],
  ['has decimals beyond any token', { '0x1': [{ ...asset, metadata: { ...asset.metadata, decimals: 256 } }] }],
  ['has no symbol', { '0x1': [{ ...asset, metadata: { name: 'USD Coin', decimals: 6 } }] }],
  ['has a collectible', { '0x1': [{ ...asset, type: 'erc721' }] }],
  ['has the coin of the chain, which the backend knows', { '0x1': [{ ...asset, address: 'native', type: 'native' }] }],
])('a wallet that %s adds nothing', async (_, assets) => {
  expect(await wallet(supported, assets).discover()).toEqual([])
})
