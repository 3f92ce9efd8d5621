import type { TokenBalance } from '@latchkey/api-client'
import type { Network } from '@latchkey/chains'
import type { NetworkId } from '../Modal.ts'
import { contractOf } from '../send/isSameAddress.ts'

/** An asset to fund an account with. `id`: CAIP-19. */
export type FundAsset = {
  readonly id: string
  readonly chainId: NetworkId
  readonly symbol: string
  readonly name: string
  readonly decimals: number
}

const solana: NetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const token = (symbol: 'USDC' | 'USDT', chainId: NetworkId, contract: string): FundAsset => ({
  id: `${chainId}/${chainId.startsWith('eip155:') ? 'erc20' : 'token'}:${contract}`,
  chainId,
  symbol,
  // not words: the token's own name.
  name: symbol === 'USDC' ? 'USD Coin' : 'Tether USD',
  decimals: 6,
})
const ether = (chainId: NetworkId): FundAsset => ({
  id: `${chainId}/slip44:60`,
  chainId,
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
})

/** Specification section 9: USDC on several chains, USDT, ETH and SOL. */
export const defaultAssets: readonly FundAsset[] = [
  token('USDC', 'eip155:1', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
  token('USDC', 'eip155:8453', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
  token('USDC', 'eip155:10', '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'),
  token('USDC', 'eip155:42161', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'),
  token('USDC', 'eip155:137', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'),
  token('USDC', solana, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
  token('USDT', 'eip155:1', '0xdAC17F958D2ee523a2206206994597C13D831ec7'),
  token('USDT', solana, 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'),
  ether('eip155:1'),
  ether('eip155:8453'),
  ether('eip155:10'),
  ether('eip155:42161'),
  { id: `${solana}/slip44:501`, chainId: solana, symbol: 'SOL', name: 'Solana', decimals: 9 },
]

const coinTypes: Readonly<Record<string, number>> = { eip155: 60, solana: 501 }

/** The coin of a network; null where payments can't be watched. */
const coinOf = ({ caipNetworkId, chainNamespace, nativeCurrency }: Network): FundAsset | null => {
  const type = coinTypes[chainNamespace]
  if (type === undefined) return null
  const { symbol, name, decimals } = nativeCurrency
  return { id: `${caipNetworkId}/slip44:${type}`, chainId: caipNetworkId as NetworkId, symbol, name, decimals }
}

const heldAsset = (token: TokenBalance): FundAsset | null => {
  const { chainId, symbol, name, quantity } = token
  const contract = contractOf(token)
  const id = chainId as NetworkId
  if (contract === null || coinTypes[id.split(':')[0] ?? ''] === undefined) return null
  const kind = id.startsWith('eip155:') ? 'erc20' : 'token'
  return { id: `${id}/${kind}:${contract}`, chainId: id, symbol, name, decimals: Number(quantity.decimals) }
}

/** Equal for two ways to write one asset. */
export const assetKey = (id: string): string => (id.startsWith('eip155:') ? id.toLowerCase() : id)

/** The payable assets on one network: the usual ones, its coin, and the tokens that the account holds there. */
export function assetsOn(network: Network | undefined, held: readonly TokenBalance[]): readonly FundAsset[] {
  if (network === undefined) return []
  const all = [
    ...defaultAssets.filter(({ chainId }) => chainId === network.caipNetworkId),
    coinOf(network),
    ...held.filter(({ chainId }) => chainId === network.caipNetworkId).map(heldAsset),
  ].filter((asset) => asset !== null)
  return [...new Map(all.toReversed().map((asset) => [assetKey(asset.id), asset])).values()].toReversed()
}
