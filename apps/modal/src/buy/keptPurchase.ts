import { onrampSession, startOnramp } from '@latchkey/api-client'
import { cleanText } from '../connectors/cleanText.ts'
import type { NetworkId } from '../Modal.ts'
import type { ModalStorage } from '../storage.ts'
import { isNetworkId } from '../storedConnections.ts'
import { readPurchases, type StoredPurchase, writePurchases } from '../storedPurchases.ts'
import { isKindOf, storePurchases } from '../storePurchases.ts'

/** The token, provider and account of a purchase. */
export type PurchaseFacts = {
  readonly provider: string
  readonly symbol: string
  /** Expected, in whole tokens; once it has arrived, the actual amount. */
  readonly amount: string | null
  readonly chainId: NetworkId
  readonly address: string
}

/** A purchase that a page remembers over a reload: one for each account. */
type KeptPurchase = PurchaseFacts & { readonly sessionId: string; readonly url: string }

/** The longest name of a provider or token, in characters; longer ones are cut. */
const maxName = 128

/** Parses a stored purchase, by the rows of the api that it came from; null for anything else. */
export const parsePurchase = (value: unknown): KeptPurchase | null => {
  const page = startOnramp.response.safeParse(value)
  if (!page.success) return null
  const { amount, chainId, address, ...names } = value as Record<string, unknown>
  const [provider, symbol] = [cleanText(names.provider, maxName), cleanText(names.symbol, maxName)]
  const facts = onrampSession.response.safeParse({ state: 'waiting', amount: amount ?? undefined })
  const recipient = startOnramp.request.shape.address.safeParse(address)
  if (provider === null || symbol === null || !facts.success || !recipient.success || !isNetworkId(chainId)) return null
  return { ...page.data, provider, symbol, amount: facts.data.amount ?? null, chainId, address: recipient.data }
}

const isPurchaseOf = (one: StoredPurchase, buyer: string): boolean => isKindOf(one, 'purchase', buyer)
const ofOthers = (storage: ModalStorage, buyer: string): readonly StoredPurchase[] =>
  readPurchases(storage).filter((one) => !isPurchaseOf(one, buyer))

/** Stores the purchase of its account, instead of the one before. */
export const keepPurchase = (storage: ModalStorage, purchase: KeptPurchase): void =>
  storePurchases(storage, [...ofOthers(storage, purchase.address), purchase])

/** The stored purchase of this account; null where it has none. */
export const readKeptPurchase = (storage: ModalStorage, buyer: string): KeptPurchase | null =>
  parsePurchase(readPurchases(storage).find((one) => isPurchaseOf(one, buyer)))

export const forgetPurchase = (storage: ModalStorage, buyer: string): void =>
  writePurchases(storage, ofOthers(storage, buyer))
