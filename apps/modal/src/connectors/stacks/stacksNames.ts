import type { CaipNetworkId } from '@latchkey/chains'

const names: ReadonlyMap<CaipNetworkId, string> = new Map([
  ['stacks:1', 'mainnet'],
  ['stacks:2147483648', 'testnet'],
])

/** A network as wallets name it (SIP-030); undefined when they have no name for it. */
export const stacksName = (network: CaipNetworkId): string | undefined => names.get(network)
