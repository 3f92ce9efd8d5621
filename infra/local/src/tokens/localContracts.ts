import type { Address } from 'viem'
import { localCluster, localMints } from '../solana/localMints.ts'

/**
 * The initial contracts on both local chains, at the same addresses on each. The chains, the faucet, the backend's settings, the demo and
 * the tests all read them here.
 *
 * `contracts/build.ts` deploys the rows in this order, one nonce each, so an address depends only on its position.
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

/** With the Uniswap V2 interfaces. `permitRouter`: takes a signature in place of an approval, and swaps by `router`. */
export const localExchange = {
  factory: '0x55E0763Bfda4187139ecC0093C283DD967547bEC',
  router: '0xBB791CF86aba05A0DC9B072902C059cC7b6281eF',
  permitRouter: '0xB6FB081924Dbd29FF5EC4dBb38029489b442f458',
} as const satisfies Record<string, Address>

/** The wallet frame's setting for it, on both chains. */
export const localSwapRouters = ['eip155:31337', 'eip155:1337']
  .flatMap((chainId) => [localExchange.router, localExchange.permitRouter].map((router) => `${chainId}:${router}`))
  .join()

/** Their addresses on every chain that has them. */
export const wellKnownContracts = {
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
} as const satisfies Record<string, Address>

/** Farcaster's registries of accounts and keys, at their OP Mainnet addresses. `farcasterUsers.ts` lists the accounts here. */
export const farcasterRegistries = {
  id: '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
  key: '0x00000000Fc1237824fb747aBDE0FF18990E59b7e',
} as const satisfies Record<string, Address>

export type LocalToken = { address: Address; name: string; symbol: string; decimals: number; permit: boolean }

const evmChains = ['eip155:31337', 'eip155:1337']

/** The local tokens of all chains, in the form of the backend's list. */
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
