import * as z from 'zod/mini'
import { accountAddress, sdk, uuid } from './fields.ts'
import { onrampOptions } from './onramp.ts'
import { pageUrl } from './pageUrl.ts'
import type { EndpointRow } from './row.ts'

const word = z.string().check(z.minLength(1), z.maxLength(64))
/** Decimal text, in whole coins or units of money. */
const money = z.string().check(z.regex(/^\d{1,30}(\.\d{1,18})?$/))
const price = z.object({ amount: money, currency: word })
const errors = ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'RATE_LIMITED', 'NOT_ENABLED', 'SERVICE_UNREACHABLE'] as const
const orderErrors = [...errors, 'AMOUNT_OUT_OF_RANGE', 'PURCHASE_UNSUPPORTED'] as const
/** What is sold: `amount` in whole tokens. `payoutCurrency`: the money that the user gets. */
const order = { provider: word, sellCurrency: word, network: word, amount: money, payoutCurrency: word }
const row = { authority: 'api', credential: 'none', caller: 'dapp', errors } as const

const { purchaseCurrencies, paymentCurrencies } = onrampOptions.response.shape

/** What each provider buys from users. Networks are read with `onrampNetworkId`. */
export const offrampOptions = {
  ...row,
  method: 'GET',
  path: '/v1/offramp/options',
  request: z.object(sdk),
  response: z.object({
    /** Those that are set up and answer, in the operator's order. Limits are in the money of the payout. */
    providers: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        sellCurrencies: purchaseCurrencies,
        payoutCurrencies: paymentCurrencies,
      }),
    ),
  }),
  idempotent: true,
} as const satisfies EndpointRow

/** What an amount of a token brings at one provider. */
export const offrampQuote = {
  ...row,
  errors: orderErrors,
  method: 'POST',
  path: '/v1/offramp/quote',
  request: z.object({ ...sdk, ...order }),
  response: z.object({
    /** What the user gets, fees taken off. */
    payoutTotal: price,
    providerFee: price,
    quoteId: z.string(),
  }),
  idempotent: true,
} as const satisfies EndpointRow

/** Opens a sale of tokens of an account. `url`: the provider's page, where the user says where the money goes. */
export const startOfframp = {
  ...row,
  errors: [...orderErrors, 'ADDRESS_INVALID'],
  method: 'POST',
  path: '/v1/offramp/sessions',
  request: z.object({ ...sdk, ...order, address: accountAddress }),
  response: z.object({ sessionId: uuid, url: pageUrl }),
  idempotent: false,
} as const satisfies EndpointRow

/**
 * `waiting`: the user is on the provider's page. `send`: the provider waits for the tokens. `processing`: it has them. `paid`: it has paid
 * out. `changed`: it named another address or amount than before, or than was asked for: nothing may be sent.
 */
const saleStates = ['waiting', 'send', 'processing', 'paid', 'declined', 'expired', 'changed'] as const

/** Where a sale is: the provider's word. The address comes from the provider, and stays the one that it named first. */
export const offrampSession = {
  ...row,
  errors: [...errors, 'PURCHASE_NOT_FOUND'],
  method: 'GET',
  path: '/v1/offramp/sessions/:sessionId',
  request: z.object({ ...sdk, sessionId: uuid }),
  response: z.object({
    state: z.enum(saleStates),
    /** Of `send` alone. `chainId`: CAIP-2; `contract`: null for the chain's own coin; `amount`: exact, in whole tokens. */
    deposit: z.optional(
      z.object({
        chainId: z.string(),
        contract: z.nullable(z.string()),
        address: accountAddress,
        amount: money,
        /** Until when it may be sent: milliseconds since 1970. */
        expiresAt: z.int().check(z.positive()),
      }),
    ),
  }),
  idempotent: true,
} as const satisfies EndpointRow
