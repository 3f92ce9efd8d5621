import { parseJson } from '@latchkey/protocol/parseJson'
import type { ModalStorage } from './storage.ts'

/**
 * An open purchase, sale or payment from an exchange, at most one of each type per account, or a pending swap to another network.
 * `buy/keptPurchase.ts`, `sell/keptSale.ts`, `exchanges/keptPayment.ts` and `swap/keptCrossing.ts` parse the rest.
 */
export type StoredPurchase = { readonly address: string }

const isPurchase = (value: unknown): value is StoredPurchase =>
  typeof value === 'object' && value !== null && 'address' in value && typeof value.address === 'string'

/** The stored purchases, the newest last. Invalid ones are left out. */
export const readPurchases = (storage: ModalStorage): readonly StoredPurchase[] => {
  const value = parseJson(storage.read('purchases') ?? '')
  return Array.isArray(value) ? value.filter(isPurchase) : []
}

/** Stores these, instead of what is stored. `storePurchases.ts` limits how many. */
export const writePurchases = (storage: ModalStorage, purchases: readonly StoredPurchase[]): void => {
  if (purchases.length === 0) storage.remove('purchases')
  else storage.write('purchases', JSON.stringify(purchases))
}
