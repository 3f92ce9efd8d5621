import type { Address } from 'viem'
import { mainnet } from 'viem/chains'

/** Where names are looked up. */
export type EnsSettings = {
  /** CAIP-2; one of the chains that have nodes. */
  chainId: string
  /** Of ENS on that chain, with the interface of its version 3. */
  universalResolver: Address
  /** What shows IPFS to browsers, `https://…` without a slash at the end. Default: pictures in IPFS are not shown. */
  ipfsGateway?: string
  /** What gateways of names may be on (`guardedFetch`). Default: the internet. */
  gateways?: 'internet' | 'ownMachine'
}

/** ENS. */
export const mainnetEns: EnsSettings = {
  chainId: 'eip155:1',
  universalResolver: mainnet.contracts.ensUniversalResolver.address,
}
