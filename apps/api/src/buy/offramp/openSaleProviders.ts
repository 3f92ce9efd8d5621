import type { Clock } from '@latchkey/service-kit/clock'
import type { SaleSettings } from '../buySettings.ts'
import { createCoinbaseSale } from './createCoinbaseSale.ts'
import { createOpenSale } from './createOpenSale.ts'
import type { SaleProvider } from './SaleProvider.ts'

/** The providers that the settings name, in their order. */
export const openSaleProviders = (
  settings: readonly SaleSettings[],
  deps: { fetch: typeof globalThis.fetch; clock: Clock },
): readonly SaleProvider[] =>
  settings.map((each) => (each.driver === 'open' ? createOpenSale(each, deps.fetch) : createCoinbaseSale(each, deps)))
