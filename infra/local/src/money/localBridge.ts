import type { BackendSettings } from '@latchkey/combined'
import type { Address } from 'viem'

/** The address of LI.FI's diamond on most chains; on the local ones it is ours (`contracts/LocalDiamond.sol`). */
export const localDiamond: Address = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'

const chains = ['eip155:31337', 'eip155:1337'] as const

/** The api's key at the local bridge. Public: it moves worthless tokens. */
export const localBridgeKey = 'local-bridge-key'

/** Returns an operator's LIFI setting. @param url where the local providers are */
export const localBridgeSettings = (url: string): NonNullable<BackendSettings['lifi']> => ({
  apiKey: localBridgeKey,
  integrator: 'latchkey-local',
  url: `${url}/local-bridge`,
  name: 'Local Bridge',
  chains: Object.fromEntries(chains.map((chainId) => [chainId, localDiamond])),
})

/** The wallet's setting for it, as an operator has it in SWAP_ROUTERS. */
export const localBridgeRouters = chains.map((chainId) => `${chainId}:${localDiamond}`).join()

/** An amount that ends with this, in base units, is refunded instead of delivered. */
export const refundedEnding = 13n
