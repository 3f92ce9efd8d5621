import { localCluster, localMints } from '../solana/localMints.ts'
import { localTokens } from './localContracts.ts'

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
