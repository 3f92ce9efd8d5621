import { parseJson } from '@latchkey/protocol/parseJson'
import type { ModalStorage } from './storage.ts'

/** Open purchases by the address that buys; `buy/keptPurchase.ts` parses each. */
type Purchases = Readonly<Record<string, string>>

/** So many accounts' purchases are remembered. */
const mostPurchases = 10

/** What is stored; empty where that is something else. */
export const readPurchases = (storage: ModalStorage): Purchases => {
  const value = parseJson(storage.read('purchases') ?? '')
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRecord && Object.values(value).every((one) => typeof one === 'string') ? (value as Purchases) : {}
}

/** Stores the last ones. */
export const writePurchases = (storage: ModalStorage, purchases: Purchases): void => {
  const entries = Object.entries(purchases)
  if (entries.length === 0) storage.remove('purchases')
  else storage.write('purchases', JSON.stringify(Object.fromEntries(entries.slice(-mostPurchases))))
}
