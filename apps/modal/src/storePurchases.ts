import type { ModalStorage } from './storage.ts'
import { type StoredPurchase, writePurchases } from './storedPurchases.ts'

/** How many of one kind are remembered. */
const maxOfKind = 10

/** The field that only one kind has; a purchase has none of them. */
const marks = { saleId: 'sale', exchangeId: 'payment', sourceHash: 'crossing' } as const
type Kind = 'purchase' | (typeof marks)[keyof typeof marks]

/** Whether it is of this kind and account. */
export const isKindOf = (one: StoredPurchase, kind: Kind, address: string): boolean =>
  one.address === address && kindOf(one) === kind
const kindOf = (one: StoredPurchase): Kind => Object.entries(marks).find(([mark]) => mark in one)?.[1] ?? 'purchase'

/** A sale that was sent, or may have been, must not be sent again: it is never left out. */
const isSentSale = (one: StoredPurchase): boolean => kindOf(one) === 'sale' && (one as { sent?: unknown }).sent !== null

/** Stores the newest of each kind, and every sale that was sent. */
export const storePurchases = (storage: ModalStorage, purchases: readonly StoredPurchase[]): void => {
  const isNew = (one: StoredPurchase, index: number): boolean =>
    purchases.slice(index + 1).filter((later) => kindOf(later) === kindOf(one)).length < maxOfKind
  writePurchases(
    storage,
    purchases.filter((one, index) => isSentSale(one) || isNew(one, index)),
  )
}
