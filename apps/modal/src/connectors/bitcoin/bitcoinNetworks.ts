import {
  bitcoin,
  bitcoinRegtest,
  bitcoinSignet,
  bitcoinTestnet,
  bitcoinTestnet4,
  type CaipNetworkId,
  isBitcoinAddress,
} from '@latchkey/chains'

/** Each network of Bitcoin, by the names that wallets give it: in sats-connect, and in the Wallet Standard. */
const names: readonly (readonly [CaipNetworkId, satsConnect: string, standard: string])[] = [
  [bitcoin.caipNetworkId, 'Mainnet', 'bitcoin:mainnet'],
  [bitcoinTestnet.caipNetworkId, 'Testnet', 'bitcoin:testnet'],
  [bitcoinTestnet4.caipNetworkId, 'Testnet4', 'bitcoin:testnet4'],
  [bitcoinSignet.caipNetworkId, 'Signet', 'bitcoin:signet'],
  [bitcoinRegtest.caipNetworkId, 'Regtest', 'bitcoin:regtest'],
]

export const toSatsConnectName = (network: CaipNetworkId): string | undefined =>
  names.find(([id]) => id === network)?.[1]

export const fromSatsConnectName = (name: unknown): CaipNetworkId | undefined =>
  names.find(([, satsConnect]) => satsConnect === name)?.[0]

export const toStandardChain = (network: CaipNetworkId): string | undefined => names.find(([id]) => id === network)?.[2]

/** The networks among chains that a wallet names, by the standard's name or as CAIP-2, in its order. */
export const bitcoinNetworks = (chains: readonly string[]): readonly CaipNetworkId[] =>
  chains.flatMap((chain) => names.flatMap(([id, , standard]) => (chain === standard || chain === id ? id : [])))

/** The network that an address may be of: the one that is wanted, or else the first whose prefix it has. */
export const networkOfAddress = (address: unknown, wanted: CaipNetworkId): CaipNetworkId | undefined =>
  [wanted, ...names.map(([id]) => id)].find((network) => isBitcoinAddress(address, network))
