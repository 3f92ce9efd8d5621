/**
 * Coinbase Offramp, on Coinbase's hosted page (docs.cdp.coinbase.com, "Offramp Integration Guide", "Generating an Offramp URL", "Countries
 * & Currencies", "Generating Offramp Quotes", "Transaction Status", read on 2026-11-28). NEVER TESTED LIVE: written from the documentation
 * (docs/operations/selling.md).
 *
 * Its webhooks don't name the reference that a sale is opened with, so none is accepted: the state is polled.
 */
import { parseAmount } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import type { Clock } from '@latchkey/service-kit/clock'
import * as z from 'zod/mini'
import { createCoinbaseCall } from '../callCoinbase.ts'
import type { SaleOptions, SaleOrder, SaleProvider, SaleReport } from './SaleProvider.ts'

export type CoinbaseSaleSettings = {
  driver: 'coinbase'
  keyId: string
  keySecret: string
  /** The URL to which Coinbase returns the user. Its domain is on the list of the vendor's portal. */
  redirectUrl: string
  /** ISO 3166-1, two letters: for options and quotes. Coinbase knows the user's own. */
  country: string
  /** ISO 3166-2, two letters: required for the US. */
  subdivision?: string | undefined
  paymentMethod: string
}

const page = 'https://pay.coinbase.com/v3/sell/input'
/** "Offramp transactions time out 30 mins after" the user has confirmed. */
const sendMs = 30 * 60_000

const text = z.string().check(z.minLength(1), z.maxLength(200))
const decimal = z.string().check(z.regex(/^\d{1,30}(\.\d{1,18})?$/))
const optional = <schema extends z.ZodMiniType>(schema: schema) => z.optional(z.nullable(schema))
const limits = z.array(z.object({ id: text, min: decimal, max: decimal }))
const options = z.object({
  cashout_currencies: z.array(z.object({ id: text, limits })),
  sell_currencies: z.array(
    z.object({
      id: text,
      name: text,
      symbol: text,
      networks: z.array(
        z.object({
          name: text,
          display_name: text,
          chain_id: z.string(),
          contract_address: optional(z.string()),
        }),
      ),
    }),
  ),
})
/** The guide calls it `amount`, the reference `value`. */
const price = z.object({ currency: text, value: optional(decimal), amount: optional(decimal) })
const quoted = z.object({ cashout_total: price, cashout_subtotal: price, coinbase_fee: price, quote_id: text })
const opened = z.object({ token: z.string().check(z.regex(/^[-\w+/=.]{1,2048}$/)) })
/** What is missing of it stops the sale, and doesn't make the answer unreadable. */
const sold = optional(z.object({ ...price.shape, currency: optional(z.string()) }))
/** The guide writes names with an underscore, the reference without. */
const transaction = z.object({
  status: z.string(),
  asset: optional(z.string()),
  network: optional(z.string()),
  to_address: optional(z.string().check(z.maxLength(128))),
  toAddress: optional(z.string().check(z.maxLength(128))),
  sell_amount: sold,
  sellAmount: sold,
  tx_hash: optional(z.string()),
  txHash: optional(z.string()),
  created_at: optional(z.string()),
  createdAt: optional(z.string()),
})
const transactions = z.object({ transactions: z.array(transaction).check(z.maxLength(100)) })

const readAmount = ({ value, amount }: Pick<z.output<typeof price>, 'value' | 'amount'>): string => {
  const found = value ?? amount
  if (found == null) throw new AppError('SERVICE_UNREACHABLE', { cause: new Error('a price without an amount') })
  return found
}
const readPrice = (said: z.output<typeof price>) => ({ amount: readAmount(said), currency: said.currency })

/** More decimals than any amount has. */
const scale = 18
const isLess = (one: string, other: string): boolean => parseAmount(one, scale) < parseAmount(other, scale)

/** Parses the newest transaction of a sale. With several in one session, the provider may have two addresses; only the newest counts. */
function readTransaction(newest: z.output<typeof transaction>): SaleReport {
  const { status } = newest
  if (status === 'TRANSACTION_STATUS_SUCCESS') return { state: 'paid' }
  if (status === 'TRANSACTION_STATUS_FAILED') return { state: 'declined' }
  if (status === 'TRANSACTION_STATUS_EXPIRED') return { state: 'expired' }
  // The tokens are on their way, or there.
  if (newest.tx_hash || newest.txHash) return { state: 'processing' }
  const address = newest.to_address || newest.toAddress
  const amount = newest.sell_amount ?? newest.sellAmount
  // An undocumented status requests nothing.
  const isAsking = status === 'TRANSACTION_STATUS_CREATED' || status === 'TRANSACTION_STATUS_STARTED'
  if (!isAsking || !address || amount == null) return { state: 'waiting' }
  const created = new Date(newest.created_at ?? newest.createdAt ?? '').getTime()
  const expiresAt = Number.isNaN(created) ? null : new Date(created + sendMs)
  const named = { symbols: [newest.asset ?? null, amount.currency ?? null], network: newest.network ?? null }
  return { state: 'send', address, amount: readAmount(amount), expiresAt, sold: named }
}

const readOptions = ({ cashout_currencies, sell_currencies }: z.output<typeof options>): SaleOptions => ({
  payoutCurrencies: cashout_currencies.map(({ id, limits }) => ({ id, payment_method_limits: limits })),
  sellCurrencies: sell_currencies.map((currency) => ({
    ...currency,
    networks: currency.networks.map((network) => ({ ...network, contract_address: network.contract_address ?? '' })),
  })),
})

/** Returns what is sold, as Coinbase calls it, and the limits of a payment method. Throws PURCHASE_UNSUPPORTED. */
const requireSold = (
  { sellCurrency, network, payoutCurrency }: SaleOrder,
  { sellCurrencies, payoutCurrencies }: SaleOptions,
  paymentMethod: string,
) => {
  const sold = sellCurrencies.find(({ id }) => id === sellCurrency)
  const payout = payoutCurrencies.find(({ id }) => id === payoutCurrency)
  const isThere = sold?.networks.some(({ name }) => name === network)
  if (sold === undefined || payout === undefined || !isThere) throw new AppError('PURCHASE_UNSUPPORTED')
  return { symbol: sold.symbol, limit: payout.payment_method_limits.find(({ id }) => id === paymentMethod) }
}

export function createCoinbaseSale(
  settings: CoinbaseSaleSettings,
  { fetch, clock }: { fetch: typeof globalThis.fetch; clock: Clock },
): SaleProvider {
  const { country, subdivision, paymentMethod, redirectUrl } = settings
  const place = { country, ...(subdivision !== undefined && { subdivision }) }
  const call = createCoinbaseCall(settings, { fetch, clock })
  return {
    id: settings.driver,
    name: 'Coinbase',
    async options() {
      return readOptions(
        await call(options, { path: '/onramp/v1/sell/options', query: `?${new URLSearchParams(place)}` }),
      )
    },
    async quote(order, options) {
      const { limit } = requireSold(order, options, paymentMethod)
      const { sellCurrency, network, amount, payoutCurrency } = order
      const found = await call(quoted, {
        path: '/onramp/v1/sell/quote',
        body: {
          sell_currency: sellCurrency,
          sell_network: network,
          sell_amount: amount,
          cashout_currency: payoutCurrency,
          payment_method: paymentMethod,
          ...place,
        },
      })
      const subtotal = readPrice(found.cashout_subtotal)
      if (limit !== undefined && (isLess(subtotal.amount, limit.min) || isLess(limit.max, subtotal.amount)))
        throw new AppError('AMOUNT_OUT_OF_RANGE', {
          details: { min: limit.min, max: limit.max, currency: payoutCurrency },
        })
      const payoutTotal = readPrice(found.cashout_total)
      return { payoutTotal, providerFee: readPrice(found.coinbase_fee), quoteId: found.quote_id }
    },
    async session({ sessionId, address, ipAddress, ...order }, options) {
      const { symbol } = requireSold(order, options, paymentMethod)
      const { token } = await call(opened, {
        path: '/onramp/v1/token',
        body: { addresses: [{ address, blockchains: [order.network] }], assets: [symbol], clientIp: ipAddress },
      })
      const query = new URLSearchParams({
        sessionToken: token,
        partnerUserRef: sessionId,
        redirectUrl,
        defaultAsset: symbol,
        defaultNetwork: order.network,
        presetCryptoAmount: order.amount,
        fiatCurrency: order.payoutCurrency,
        defaultCashoutMethod: paymentMethod,
        disableEdit: 'true',
      })
      return { reference: sessionId, url: `${page}?${query}` }
    },
    async status(reference) {
      const path = `/onramp/v1/sell/user/${encodeURIComponent(reference)}/transactions`
      const { transactions: all } = await call(transactions, { path, query: '?page_size=20' })
      // Newest first, as the documentation has it.
      const [newest] = all
      return newest === undefined ? { state: 'waiting' } : readTransaction(newest)
    },
    verifyWebhook() {
      throw new AppError('WEBHOOK_INVALID')
    },
  }
}
