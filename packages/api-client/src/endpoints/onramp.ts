import * as z from 'zod/mini'
import { accountAddress, sdk, uuid } from './fields.ts'
import { pageUrl } from './pageUrl.ts'
import type { EndpointRow } from './row.ts'

const word = z.string().check(z.minLength(1), z.maxLength(64))
/** Decimal text, in whole coins or units of money. */
const money = z.string().check(z.regex(/^\d{1,30}(\.\d{1,18})?$/))
const price = z.object({ amount: money, currency: word })
const errors = ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'RATE_LIMITED', 'NOT_ENABLED', 'SERVICE_UNREACHABLE'] as const
const orderErrors = [...errors, 'AMOUNT_OUT_OF_RANGE', 'PURCHASE_UNSUPPORTED'] as const
/** What is bought with how much, amount in units of money, fees included. `provider`: one of `onrampOptions`; the first when absent. */
const order = {
  provider: z.optional(word),
  purchaseCurrency: word,
  paymentCurrency: word,
  amount: money,
  network: word,
}
const row = { authority: 'api', credential: 'none', caller: 'dapp', errors } as const

/**
 * Returns the provider's page on which the user buys a coin for one of their addresses. `presetCryptoAmount`: in whole coins;
 * `presetFiatAmount`, in units of money, doesn't count beside it. `partnerUserId`: the user in the page's own records, for the provider's.
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

/** What can be bought, and with what. */
export const onrampOptions = {
  ...row,
  method: 'GET',
  path: '/v1/onramp/options',
  request: z.object(sdk),
  response: z.object({
    /** Those that are set up, in the operator's order. */
    providers: z.array(z.object({ id: z.string(), name: z.string() })),
    paymentCurrencies: z.array(
      z.object({
        id: z.string(),
        payment_method_limits: z.array(z.object({ id: word, min: money, max: money })),
      }),
    ),
    purchaseCurrencies: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        symbol: z.string(),
        networks: z.array(
          z.object({
            name: z.string(),
            display_name: z.string(),
            chain_id: z.string(),
            contract_address: z.string(),
          }),
        ),
      }),
    ),
  }),
  idempotent: true,
} as const satisfies EndpointRow

/** Solana's mainnet, which providers call by its name. */
const solanaMainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** Returns the CAIP-2 id of a network of `onrampOptions`; null for one that has none. */
export const onrampNetworkId = (network: { name: string; chain_id: string }): `${string}:${string}` | null => {
  if (/^[1-9]\d{0,15}$/.test(network.chain_id)) return `eip155:${network.chain_id}`
  if (/^(?:eip155|solana):[-\w]{1,32}$/.test(network.chain_id)) return network.chain_id as `${string}:${string}`
  return network.name === 'solana' ? solanaMainnet : null
}

/** What an amount of money buys at one provider. */
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
    /** What the provider takes for itself, where it says so. */
    providerFee: z.optional(price),
    quoteId: z.string(),
  }),
  idempotent: true,
} as const satisfies EndpointRow

/** Opens a purchase: the provider gets the address from this server, and its page can't change it. */
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
 * Where a purchase is. `arrived` is what the chain says and no provider; `declined` and `expired` are the provider's word, and
 * the amount may still arrive after them.
 */
export const onrampSession = {
  ...row,
  errors: [...errors, 'PURCHASE_NOT_FOUND'],
  method: 'GET',
  path: '/v1/onramp/sessions/:sessionId',
  request: z.object({ ...sdk, sessionId: uuid }),
  response: z.object({
    state: z.enum(purchaseStates),
    /** What has arrived, in whole tokens. */
    amount: z.optional(money),
    txHash: z.optional(z.string().check(z.regex(/^[0-9A-Za-z]{1,128}$/))),
    /** What the provider's transfer has paid, in whole tokens, where that is less than it promised. The purchase hasn't arrived then. */
    short: z.optional(money),
    /** No node of the network answers, so that nothing that has arrived can be seen. */
    isChainAway: z.optional(z.boolean()),
  }),
  idempotent: true,
} as const satisfies EndpointRow
