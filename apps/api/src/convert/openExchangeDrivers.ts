import type { KnownNetworks } from '@latchkey/chains'
import type { PriceSettings } from '../prices/openPriceSource.ts'
import type { ConvertDeps } from './convertService.ts'
import { createJupiterDriver } from './createJupiterDriver.ts'
import { createKyberSwapDriver } from './createKyberSwapDriver.ts'
import { createLifiDriver } from './createLifiDriver.ts'
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

/** The exchanges that the settings name. */
export const openExchangeDrivers = ({
  prices,
  kyberSwap,
  jupiter,
  lifi,
  known,
  fetch,
  ...options
}: ExchangeDriversOptions): Pick<ConvertDeps, 'exchangeDrivers' | 'crossingDrivers'> => {
  const exchanges = 'exchanges' in prices ? Object.entries(prices.exchanges) : []
  const exchangeDrivers = new Map<string, ExchangeDriver>([
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
  const crossingDrivers = new Map<string, ExchangeDriver>(
    Object.entries(lifi?.chains ?? {}).flatMap(([chainId, diamond]) => {
      const network = known.find(chainId)
      if (lifi === undefined || network?.chainNamespace !== 'eip155') return []
      return [[chainId, createLifiDriver({ ...options, network, fetch, settings: lifi, diamond })] as const]
    }),
  )
  return { exchangeDrivers, crossingDrivers }
}
