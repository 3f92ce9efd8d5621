import * as z from 'zod/mini'
import { accountAddress, sdk, uuid } from './fields.ts'
import { currencies, errors, money, orderErrors, price, row, tradedTokens, word } from './orders.ts'
import { pageUrl } from './pageUrl.ts'
import type { EndpointRow } from './row.ts'

/** The terms of a purchase; the amount is in currency units, including fees. `provider`: one of `onrampOptions`; the first when absent. */
const order = {
  provider: z.optional(word),
  purchaseCurrency: word,
  paymentCurrency: word,
  amount: money,
  network: word,
}

/**
 * Returns the provider's page on which the user buys a coin for one of their addresses. `presetCryptoAmount`: in whole coins;
 * `presetFiatAmount`, in currency units, is ignored if both are set. `partnerUserId`: the user's id at the dapp, for the provider's
 * records.
 */
export const onrampUrl = {
  ...row,
  errors: [...orderErrors, 'ADDRESS_INVALID'],
  method: 'POST',
  path: '/v1/generators/onrampurl',
  request: z.object({
    ...sdk,
    destinationWallets: z
      .array(
        z.object({
          address: accountAddress,
          blockchains: z.optional(z.array(word).check(z.maxLength(32))),
          assets: z.optional(z.array(word).check(z.maxLength(32))),
        }),
      )
      .check(z.minLength(1), z.maxLength(16)),
    defaultNetwork: z.optional(word),
    partnerUserId: z.optional(z.string().check(z.regex(/^[^\p{Cc}]{1,128}$/u))),
    defaultExperience: z.optional(z.enum(['send', 'buy'])),
    presetCryptoAmount: z.optional(z.number().check(z.positive())),
    presetFiatAmount: z.optional(z.number().check(z.positive())),
  }),
  response: z.object({ url: pageUrl }),
  idempotent: false,
} as const satisfies EndpointRow

/** Returns what can be bought, and with which currencies. */
export const onrampOptions = {
  ...row,
  method: 'GET',
  path: '/v1/onramp/options',
  request: z.object(sdk),
  response: z.object({
    /** The configured providers, in the operator's order. */
    providers: z.array(z.object({ id: z.string(), name: z.string() })),
    paymentCurrencies: currencies,
    purchaseCurrencies: tradedTokens,
  }),
  idempotent: true,
} as const satisfies EndpointRow

/** Solana's mainnet, which providers identify by name. */
const solanaMainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** Returns the CAIP-2 id of a network of `onrampOptions`; null for one that has none. */
export const onrampNetworkId = (network: { name: string; chain_id: string }): `${string}:${string}` | null => {
  if (/^[1-9]\d{0,15}$/.test(network.chain_id)) return `eip155:${network.chain_id}`
  if (/^(?:eip155|solana):[-\w]{1,32}$/.test(network.chain_id)) return network.chain_id as `${string}:${string}`
  return network.name === 'solana' ? solanaMainnet : null
}

/** Returns what an amount of money buys at one provider. */
export const onrampQuote = {
  ...row,
  errors: orderErrors,
  method: 'POST',
  path: '/v1/onramp/quote',
  request: z.object({ ...sdk, ...order }),
  response: z.object({
    paymentTotal: price,
    paymentSubtotal: price,
    purchaseAmount: price,
    networkFee: price,
    /** The provider's own fee, if reported. */
    providerFee: z.optional(price),
    quoteId: z.string(),
  }),
  idempotent: true,
} as const satisfies EndpointRow

/** Starts a purchase: the provider gets the address from this server, and its page can't change it. */
export const startOnramp = {
  ...row,
  errors: [...orderErrors, 'ADDRESS_INVALID', 'CHAIN_UNREACHABLE'],
  method: 'POST',
  path: '/v1/onramp/sessions',
  request: z.object({ ...sdk, ...order, address: accountAddress }),
  response: z.object({ sessionId: uuid, url: pageUrl }),
  idempotent: false,
} as const satisfies EndpointRow

const purchaseStates = ['waiting', 'processing', 'declined', 'expired', 'arrived'] as const

/**
 * Returns a purchase's state. `arrived` is read from the chain, never from a provider; `declined` and `expired` come from the provider, and
 * the amount may still arrive afterwards.
 */
export const onrampSession = {
  ...row,
  errors: [...errors, 'PURCHASE_NOT_FOUND'],
  method: 'GET',
  path: '/v1/onramp/sessions/:sessionId',
  request: z.object({ ...sdk, sessionId: uuid }),
  response: z.object({
    state: z.enum(purchaseStates),
    /** The amount that has arrived, in whole tokens. */
    amount: z.optional(money),
    txHash: z.optional(z.string().check(z.regex(/^[0-9A-Za-z]{1,128}$/))),
    /** The amount of the provider's transfer, in whole tokens, if less than promised. The purchase hasn't arrived then. */
    short: z.optional(money),
    /** No node of the network responds, so arrivals can't be detected. */
    isChainAway: z.optional(z.boolean()),
  }),
  idempotent: true,
} as const satisfies EndpointRow
