import type { PayExchangeSettings } from '../buySettings.ts'
import { createOpenExchange } from './createOpenExchange.ts'
import type { PayExchangeDriver } from './PayExchangeDriver.ts'

/** The exchanges that the settings name, in their order. */
export const openPayExchanges = (
  settings: readonly PayExchangeSettings[],
  { fetch }: { fetch: typeof globalThis.fetch },
): readonly PayExchangeDriver[] => settings.map((each) => createOpenExchange(each, fetch))
