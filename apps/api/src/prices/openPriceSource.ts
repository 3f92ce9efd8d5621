import type { RpcProxy } from '../chain/rpcProxy.ts'
import { createExchangePrices, type Exchange } from './exchangePrices.ts'
import type { PriceSource } from './priceSource.ts'
import { createUpstreamPrices } from './upstreamPrices.ts'

/** Another server of the same contract that has prices, or on-chain exchanges, by CAIP-2. */
export type PriceSettings =
  | { upstreamUrl: string; upstreamProjectId: string }
  | { exchanges: Readonly<Record<string, Exchange>> }

/** Opens the configured driver. */
export const openPriceSource = (
  settings: PriceSettings,
  { rpcProxy, fetch }: { rpcProxy: RpcProxy; fetch: typeof globalThis.fetch },
): PriceSource =>
  'exchanges' in settings
    ? createExchangePrices({ exchanges: settings.exchanges, rpcProxy })
    : createUpstreamPrices({ url: settings.upstreamUrl, projectId: settings.upstreamProjectId, fetch })
