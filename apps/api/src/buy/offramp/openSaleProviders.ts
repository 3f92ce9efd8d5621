import type { Clock } from '@latchkey/service-kit/clock'
import type { SaleSettings } from '../buySettings.ts'
import { createCoinbaseSale } from './createCoinbaseSale.ts'
import { createOpenSale } from './createOpenSale.ts'
import type { SaleProvider } from './SaleProvider.ts'

/** Opens the configured providers, in their order. */
export const openSaleProviders = (
  settings: readonly SaleSettings[],
  deps: { fetch: typeof globalThis.fetch; clock: Clock },
): readonly SaleProvider[] =>
  settings.map((each) => (each.driver === 'open' ? createOpenSale(each, deps.fetch) : createCoinbaseSale(each, deps)))
