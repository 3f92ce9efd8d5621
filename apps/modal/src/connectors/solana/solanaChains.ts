import { type CaipNetworkId, solana, solanaDevnet, solanaLocal, solanaTestnet } from '@latchkey/chains'

/** A chain as the Wallet Standard names it. */
export type StandardChain = `${string}:${string}`

const names: ReadonlyMap<CaipNetworkId, StandardChain> = new Map<CaipNetworkId, StandardChain>([
  [solana.caipNetworkId, 'solana:mainnet'],
  [solanaTestnet.caipNetworkId, 'solana:testnet'],
  [solanaDevnet.caipNetworkId, 'solana:devnet'],
  [solanaLocal.caipNetworkId, 'solana:localnet'],
])

/** A network as wallets name it; undefined when they have no name for it. */
export const toStandardChain = (network: CaipNetworkId): StandardChain | undefined => names.get(network)

/** The networks among chains that a wallet names, in its order. */
export const solanaNetworks = (chains: readonly string[]): readonly CaipNetworkId[] =>
  chains.flatMap((chain) => [...names].flatMap(([network, name]) => (name === chain ? network : [])))
