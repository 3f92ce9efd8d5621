import type { ChainNamespace } from '../caip/caip2.ts'

type NetworkOf<namespace extends ChainNamespace, id extends number | string> = {
  /** The chain's id: an EVM chain id as a number, elsewhere the CAIP-2 reference. */
  readonly id: id
  readonly caipNetworkId: `${namespace}:${id}`
  readonly chainNamespace: namespace
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly blockExplorer?: { readonly name: string; readonly url: string }
  /** Its coins have no value. */
  readonly testnet: boolean
  /** It no longer produces blocks. Kept so that old sessions and activity can still show its name. */
  readonly retired?: true
  /** CAIP-2 id of the network that replaced a retired one. */
  readonly successor?: `eip155:${number}`
  /** It runs on the developer's machine: its nodes come from settings. */
  readonly local?: true
  /** Nodes of a network that isn't in the registry, in order of preference; `publicNodes` has those of registry networks. */
  readonly rpcUrls?: readonly string[]
  /** `imageId`: the icon's name in the wallet directory (`/public/getAssetImage/{id}`). `imageUrl`: an icon at an https URL. */
  readonly assets: { readonly imageId?: string; readonly imageUrl?: string }
}

/** The fee model of transactions: `eip1559` (base fee and tip) or `legacy` (one gas price). */
export type FeeModel = 'eip1559' | 'legacy'

/** A network in the `eip155` namespace; `id` is the EIP-155 chain id. */
export type EvmNetwork<id extends number = number> = NetworkOf<'eip155', id> & { readonly feeModel: FeeModel }
/** A network in the `solana` namespace; `id` is the first 32 base58 characters of the genesis hash. */
export type SolanaNetwork<id extends string = string> = NetworkOf<'solana', id>
/** The namespaces that only external wallets support. */
export type OtherNamespace = Exclude<ChainNamespace, 'eip155' | 'solana'>
/** Supported only through external wallets: neither the wallet frame nor our backend connects to these. */
export type OtherNetwork<namespace extends OtherNamespace = OtherNamespace, id extends string = string> = {
  [name in namespace]: NetworkOf<name, id>
}[namespace]

/** A chain, the Network of specification section 3. `chainNamespace` discriminates the types. */
export type Network = EvmNetwork | SolanaNetwork | OtherNetwork
