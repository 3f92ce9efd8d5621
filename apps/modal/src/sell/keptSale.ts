import { offrampQuote, type offrampSession, startOfframp } from '@latchkey/api-client'
import { cleanText } from '../connectors/cleanText.ts'
import type { NetworkId } from '../Modal.ts'
import type { ModalStorage } from '../storage.ts'
import { isNetworkId } from '../storedConnections.ts'
import { readPurchases, type StoredPurchase, writePurchases } from '../storedPurchases.ts'
import { isKindOf, storePurchases } from '../storePurchases.ts'

/** The token, provider and account of a sale. `amount`: in whole tokens, all digits. */
export type SaleFacts = {
  readonly provider: string
  readonly symbol: string
  readonly amount: string
  readonly chainId: NetworkId
  /** The token's contract or mint; null for the chain's own coin. */
  readonly contract: string | null
  readonly address: string
  /** The provider's quote. */
  readonly payout: { readonly amount: string; readonly currency: string }
}

/**
 * A sale that a page remembers over a reload: one for each account. `shown`: the address that the user was shown first. `sent`: the
 * transfer, from before the wallet is asked; without an id it may have been sent. `isChanged`: the provider came up with something else.
 */
export type KeptSale = SaleFacts & {
  readonly saleId: string
  readonly url: string
  readonly shown: string | null
  readonly sent: { readonly id: string | null } | null
  readonly isChanged: boolean
}

/** The longest name of a provider or token, in characters; longer ones are cut. */
const maxName = 128
const isShort = (value: unknown): value is string => typeof value === 'string' && value.length <= 256
const isShortOrNull = (value: unknown): value is string | null => value === null || isShort(value)

/** Parses a stored sale, by the rows of the api that it came from; null for anything else. */
export const parseKeptSale = (value: unknown): KeptSale | null => {
  if (typeof value !== 'object' || value === null) return null
  const { saleId, url, amount, chainId, contract, address, payout, shown, sent, isChanged, ...names } = value as Record<
    string,
    unknown
  >
  const page = startOfframp.response.safeParse({ sessionId: saleId, url })
  const order = startOfframp.request.shape.amount.safeParse(amount)
  const seller = startOfframp.request.shape.address.safeParse(address)
  const money = offrampQuote.response.shape.payoutTotal.safeParse(payout)
  const [provider, symbol] = [cleanText(names.provider, maxName), cleanText(names.symbol, maxName)]
  const id = typeof sent === 'object' && sent !== null && 'id' in sent ? sent.id : null
  if (!page.success || !order.success || !seller.success || !money.success) return null
  if (provider === null || symbol === null || !isNetworkId(chainId)) return null
  if (!isShortOrNull(contract) || !isShortOrNull(shown) || !isShortOrNull(id)) return null
  return {
    provider,
    symbol,
    amount: order.data,
    chainId,
    contract,
    address: seller.data,
    payout: money.data,
    saleId: page.data.sessionId,
    url: page.data.url,
    shown,
    // An invalid entry may have been a transfer.
    sent: sent === null ? null : { id },
    isChanged: isChanged !== false,
  }
}

/** The transfer that the provider waits for. */
export type SaleDeposit = NonNullable<ReturnType<typeof offrampSession.response.parse>['deposit']>

const isSaleOf = (one: StoredPurchase, seller: string): boolean => isKindOf(one, 'sale', seller)
const ofOthers = (storage: ModalStorage, seller: string): readonly StoredPurchase[] =>
  readPurchases(storage).filter((one) => !isSaleOf(one, seller))

/** Stores the sale of its account, instead of the one before. */
export const keepSale = (storage: ModalStorage, sale: KeptSale): void =>
  storePurchases(storage, [...ofOthers(storage, sale.address), sale])

/** The stored sale of this account; null where it has none. */
export const readKeptSale = (storage: ModalStorage, seller: string): KeptSale | null =>
  parseKeptSale(readPurchases(storage).find((one) => isSaleOf(one, seller)))

export const forgetSale = (storage: ModalStorage, seller: string): void =>
  writePurchases(storage, ofOthers(storage, seller))
