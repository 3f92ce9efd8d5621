import type { Address } from 'viem'
import { mainnet } from 'viem/chains'
import type { NameZone } from './zoneRules.ts'

/** Where names are looked up. */
export type EnsSettings = {
  /** CAIP-2; one of the chains that have nodes. */
  chainId: string
  /** The address of ENS's resolver on that chain, with the interface of its version 3. */
  universalResolver: Address
  /** A gateway that serves IPFS to browsers, `https://…` without a trailing slash. Default: images in IPFS are not shown. */
  ipfsGateway?: string
  /** Where gateways of names may be (`guardedFetch`). Default: the internet. */
  gateways?: 'internet' | 'ownMachine'
  /** Names that accounts can register with this operator, below a name of `chainId`. Default: none. */
  zone?: NameZone
  /** Answers other wallets about the names of `zone`. Default: the names resolve only through this api. */
  gateway?: NameGatewaySettings
}

/** The resolver that name answers are signed for, and the key. */
export type NameGatewaySettings = {
  /** CAIP-2: the resolver's chain. */
  chainId: string
  /** Our contract (`infra/contracts/name-resolver`). */
  resolver: Address
  /** Secret: 32 bytes. */
  key: Uint8Array
}

/** ENS. */
export const mainnetEns: EnsSettings = {
  chainId: 'eip155:1',
  universalResolver: mainnet.contracts.ensUniversalResolver.address,
}
