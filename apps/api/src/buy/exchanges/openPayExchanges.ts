import type { PayExchangeSettings } from '../buySettings.ts'
import { createBinanceExchange } from './createBinanceExchange.ts'
import { createCoinbaseExchange } from './createCoinbaseExchange.ts'
import { createOpenExchange } from './createOpenExchange.ts'
import type { PayExchangeDeps, PayExchangeDriver } from './PayExchangeDriver.ts'

const openOne = (settings: PayExchangeSettings, deps: PayExchangeDeps): PayExchangeDriver => {
  switch (settings.driver) {
    case 'open':
      return createOpenExchange(settings, deps.fetch)
    case 'coinbase':
      return createCoinbaseExchange(settings, deps)
    case 'binance':
      return createBinanceExchange(settings, deps)
  }
}

/** Opens the configured exchanges, in their order. */
export const openPayExchanges = (
  settings: readonly PayExchangeSettings[],
  deps: PayExchangeDeps,
): readonly PayExchangeDriver[] => settings.map((each) => openOne(each, deps))
