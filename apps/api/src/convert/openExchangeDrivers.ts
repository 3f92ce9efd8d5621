import type { KnownNetworks } from '@latchkey/chains'
import type { PriceSettings } from '../prices/openPriceSource.ts'
import { createJupiterDriver } from './createJupiterDriver.ts'
import { createKyberSwapDriver } from './createKyberSwapDriver.ts'
import { createV2Driver, type V2DriverOptions } from './createV2Driver.ts'
import type { ExchangeDriver } from './ExchangeDriver.ts'
import type { SwapSettings } from './swapSettings.ts'

export type ExchangeDriversOptions = Omit<V2DriverOptions, 'network' | 'exchange'> &
  SwapSettings & {
    /** Exchanges with a router can be swapped at. */
    prices: PriceSettings
    known: KnownNetworks
    /** Asks the aggregator. */
    fetch: typeof globalThis.fetch
  }

/** The exchanges that the settings name, by CAIP-2. */
export const openExchangeDrivers = ({
  prices,
  kyberSwap,
  jupiter,
  known,
  fetch,
  ...options
}: ExchangeDriversOptions): ReadonlyMap<string, ExchangeDriver> => {
  const exchanges = 'exchanges' in prices ? Object.entries(prices.exchanges) : []
  return new Map([
    ...exchanges.flatMap(([chainId, { router, ...exchange }]) => {
      const network = known.find(chainId)
      if (router === undefined || network?.chainNamespace !== 'eip155') return []
      return [[chainId, createV2Driver({ ...options, network, exchange: { ...exchange, router } })] as const]
    }),
    ...Object.entries(kyberSwap?.chains ?? {}).flatMap(([chainId, chain]) => {
      const network = known.find(chainId)
      if (kyberSwap === undefined || network?.chainNamespace !== 'eip155') return []
      const settings = { ...kyberSwap, ...chain }
      return [[chainId, createKyberSwapDriver({ ...options, network, fetch, settings })] as const]
    }),
    ...(jupiter === undefined ? [] : [jupiter]).flatMap((settings) => {
      const network = known.find(settings.chainId)
      if (network?.chainNamespace !== 'solana') return []
      return [[settings.chainId, createJupiterDriver({ ...options, network, fetch, settings })] as const]
    }),
  ])
}
