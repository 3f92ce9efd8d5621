import { createHash } from 'node:crypto'
import type { Address } from '@solana/kit'
import { localCluster, localMints } from '../localMints.ts'

/** Returns the public Ed25519 seed of the account that trades on the local Solana. */
export const makerSeed = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update('the market maker of the local Solana').digest())

/** Its address, as a literal: importing it must not load the libraries that use it. */
export const localMaker = 'C8guwF1KzMhY6FkrSWpViadbarmxa3QT55DLsgaWTMWi' as Address

/** SOL by its wrapped mint, as aggregators name it. */
const sol = 'So11111111111111111111111111111111111111112' as Address

/** The traded tokens, and the depth of each: both sides of a market are worth a million dollars. */
export const marketTokens = [
  { mint: sol, decimals: 9, reserve: 6_250n * 10n ** 9n },
  { mint: localMints.usdc.address, decimals: 6, reserve: 1_000_000n * 10n ** 6n },
  { mint: localMints.lkey.address, decimals: 9, reserve: 2_000_000n * 10n ** 9n },
] as const

/** Returns the api's swap settings, as an operator has them in JUPITER. */
export const localMarketSettings = (solanaUrl: string) => ({
  chainId: localCluster.caipNetworkId,
  url: `${solanaUrl}/market/swap/v1`,
  exchanges: [localMaker],
  name: 'Local Market',
})

/** The wallet's setting for it, as an operator has it in SWAP_ROUTERS. */
export const localMarketRouter = `${localCluster.caipNetworkId}:${localMaker}`
