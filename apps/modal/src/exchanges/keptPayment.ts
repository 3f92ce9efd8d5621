import { exchanges } from '@latchkey/api-client'
import { cleanText } from '../connectors/cleanText.ts'
import type { NetworkId } from '../Modal.ts'
import type { ModalStorage } from '../storage.ts'
import { isNetworkId } from '../storedConnections.ts'
import { readPurchases, type StoredPurchase, writePurchases } from '../storedPurchases.ts'
import { isKindOf, storePurchases } from '../storePurchases.ts'
import { amountShape } from './openExchanges.ts'

/**
 * An open payment, at most one per account. It is stored beside the purchases, and removed with its account as they are. The recipient
 * isn't stored: the api has it.
 */
export type KeptPayment = {
  /** Of the account that pays. */
  readonly address: string
  readonly exchangeId: string
  readonly sessionId: string
  /** The page to pay on. */
  readonly url: string
  /** The exchange's name. */
  readonly exchange: string
  readonly symbol: string
  /** Decimal text in whole tokens. */
  readonly amount: string
  readonly chainId: NetworkId
}

/** The longest name of an exchange or token, in characters; longer ones are cut. */
const maxName = 128

/** Parses a stored payment, by the row of the api that it came from; null for anything else. */
export const parsePayment = (value: unknown): KeptPayment | null => {
  if (typeof value !== 'object' || value === null) return null
  const { address, exchangeId, sessionId, url, amount, chainId, ...names } = value as Record<string, unknown>
  const call = { jsonrpc: '2.0', id: 1 }
  const page = exchanges.response.safeParse({ ...call, result: { url, sessionId } })
  const question = exchanges.request.safeParse({
    ...call,
    method: 'reown_getExchangeBuyStatus',
    params: { exchangeId, sessionId },
  })
  const [exchange, symbol] = [cleanText(names.exchange, maxName), cleanText(names.symbol, maxName)]
  if (!page.success || !question.success || exchange === null || symbol === null) return null
  if (typeof address !== 'string' || typeof amount !== 'string' || !amountShape.test(amount) || !isNetworkId(chainId))
    return null
  const ids = { exchangeId, sessionId, url } as Pick<KeptPayment, 'exchangeId' | 'sessionId' | 'url'>
  return { address, ...ids, exchange, symbol, amount, chainId }
}

const isPaymentOf = (one: StoredPurchase, payer: string): boolean => isKindOf(one, 'payment', payer)

/** Stores the payment of its account, instead of the one before. */
export const keepPayment = (storage: ModalStorage, payment: KeptPayment): void =>
  storePurchases(storage, [...readPurchases(storage).filter((one) => !isPaymentOf(one, payment.address)), payment])

/** The stored payment of this account; null where it has none. */
export const readKeptPayment = (storage: ModalStorage, payer: string): KeptPayment | null =>
  parsePayment(readPurchases(storage).find((one) => isPaymentOf(one, payer)))

const isSession = (one: StoredPurchase, payer: string, sessionId: string): boolean =>
  isPaymentOf(one, payer) && (one as Partial<KeptPayment>).sessionId === sessionId

/** Whether this payment is stored. */
export const isPaymentKept = (storage: ModalStorage, payer: string, sessionId: string): boolean =>
  readPurchases(storage).some((one) => isSession(one, payer, sessionId))

/** Forgets one payment: another one, of another tab, stays. */
export const forgetPayment = (storage: ModalStorage, payer: string, sessionId: string): void =>
  writePurchases(
    storage,
    readPurchases(storage).filter((one) => !isSession(one, payer, sessionId)),
  )
