import type { Address } from 'viem'
import { localCluster, localMints } from '../solana/localMints.ts'

/**
 * What stands on both local chains before anybody has sent a transaction, at the same addresses on each. The one place that
 * the chains, the faucet, the backend's settings, the demo and the tests read.
 *
 * `contracts/build.ts` deploys the rows in this order, one nonce each, so that an address depends on nothing but its place.
 */
export const localTokens = {
  usdc: {
    address: '0xce08d43beeE5D07114fb1411109C9A3572BF1c9B',
    name: 'USD Coin',
    symbol: 'USDC',
    decimals: 6,
    /** EIP-2612. */
    permit: true,
  },
  lkey: {
    address: '0xaa86C819A0BF026DD94392E6d5649246A474128C',
    name: 'Latchkey Token',
    symbol: 'LKEY',
    decimals: 18,
    permit: true,
  },
  weth: {
    address: '0x689E0E45484958739CbC710544a910bCD9C169F0',
    name: 'Wrapped Ether',
    symbol: 'WETH',
    decimals: 18,
    permit: false,
  },
} as const satisfies Record<string, LocalToken>

/** ERC-721 and ERC-1155. */
export const localCollections = {
  keys: { address: '0xF2D9344E24D490FF81c091689528ACB20112259b', name: 'Local Keys', symbol: 'KEY' },
  items: { address: '0x004eF2D2D1F509a6A3361F985c424c6778F6BfC0', name: 'Local Items' },
} as const satisfies Record<string, { address: Address; name: string; symbol?: string }>

/** With the interfaces of Uniswap V2. `permitRouter`: takes a signature in place of an approval, and swaps by `router`. */
export const localExchange = {
  factory: '0x55E0763Bfda4187139ecC0093C283DD967547bEC',
  router: '0xBB791CF86aba05A0DC9B072902C059cC7b6281eF',
  permitRouter: '0xB6FB081924Dbd29FF5EC4dBb38029489b442f458',
} as const satisfies Record<string, Address>

/** What the wallet frame knows of it, on both chains. */
export const localSwapRouters = ['eip155:31337', 'eip155:1337']
  .flatMap((chainId) => [localExchange.router, localExchange.permitRouter].map((router) => `${chainId}:${router}`))
  .join()

/** Where they are on every chain that has them. */
export const wellKnownContracts = {
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
} as const satisfies Record<string, Address>

/** Of Farcaster's accounts and their keys, where they are on OP Mainnet. `farcasterUsers.ts` lists who has an account here. */
export const farcasterRegistries = {
  id: '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
  key: '0x00000000Fc1237824fb747aBDE0FF18990E59b7e',
} as const satisfies Record<string, Address>

export type LocalToken = { address: Address; name: string; symbol: string; decimals: number; permit: boolean }

const evmChains = ['eip155:31337', 'eip155:1337']

/** The local tokens of all chains, as the backend's list has them. */
export const localTokenList = [
  ...evmChains.flatMap((chainId) =>
    Object.values(localTokens).map(({ address, name, symbol, decimals, permit }) => ({
      chainId,
      address: `${chainId}:${address}`,
      name,
      symbol,
      decimals,
      eip2612: permit,
    })),
  ),
  ...Object.values(localMints).map(({ address, name, symbol, decimals }) => ({
    chainId: localCluster.caipNetworkId,
    address: `${localCluster.caipNetworkId}:${address}`,
    name,
    symbol,
    decimals,
  })),
]
