import type { PayExchangeSettings } from '../buySettings.ts'
import { createOpenExchange } from './createOpenExchange.ts'
import type { ExchangeDriver } from './ExchangeDriver.ts'

/** The exchanges that the settings name, in their order. */
export const openPayExchanges = (
  settings: readonly PayExchangeSettings[],
  { fetch }: { fetch: typeof globalThis.fetch },
): readonly ExchangeDriver[] => settings.map((each) => createOpenExchange(each, fetch))
