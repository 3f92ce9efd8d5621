import type { ModalStorage } from './storage.ts'
import { type StoredPurchase, writePurchases } from './storedPurchases.ts'

/** How many of one kind are remembered. */
const maxOfKind = 10

/** What tells a sale, a payment and a swap to another network; a purchase has none of them. */
const marks = ['saleId', 'exchangeId', 'sourceHash']
const kindOf = (one: StoredPurchase): string => marks.find((mark) => mark in one) ?? 'purchase'

/** A sale that was sent, or may have been, must not be sent again: it is never left out. */
const isSentSale = (one: StoredPurchase): boolean => 'saleId' in one && (one as { sent?: unknown }).sent !== null

/** Stores the newest of each kind, and every sale that was sent. */
export const storePurchases = (storage: ModalStorage, purchases: readonly StoredPurchase[]): void => {
  const isNew = (one: StoredPurchase, index: number): boolean =>
    purchases.slice(index + 1).filter((later) => kindOf(later) === kindOf(one)).length < maxOfKind
  writePurchases(
    storage,
    purchases.filter((one, index) => isSentSale(one) || isNew(one, index)),
  )
}
