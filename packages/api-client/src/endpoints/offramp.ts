import * as z from 'zod/mini'
import { accountAddress, sdk, uuid } from './fields.ts'
import { currencies, errors, money, orderErrors, price, row, tradedTokens, word } from './orders.ts'
import { pageUrl } from './pageUrl.ts'
import type { EndpointRow } from './row.ts'

/** The terms of a sale: `amount` in whole tokens. `payoutCurrency`: the currency that the user gets. */
const order = { provider: word, sellCurrency: word, network: word, amount: money, payoutCurrency: word }

/** Returns what each provider buys from users. */
export const offrampOptions = {
  ...row,
  method: 'GET',
  path: '/v1/offramp/options',
  request: z.object(sdk),
  response: z.object({
    /** The configured providers that respond, in the operator's order. Limits are in the payout currency. */
    providers: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        sellCurrencies: tradedTokens,
        payoutCurrencies: currencies,
      }),
    ),
  }),
  idempotent: true,
} as const satisfies EndpointRow

/** Returns the payout for an amount of a token at one provider. */
export const offrampQuote = {
  ...row,
  errors: orderErrors,
  method: 'POST',
  path: '/v1/offramp/quote',
  request: z.object({ ...sdk, ...order }),
  response: z.object({
    /** The payout after fees. */
    payoutTotal: price,
    providerFee: price,
    quoteId: z.string(),
  }),
  idempotent: true,
} as const satisfies EndpointRow

/** Starts a sale of an account's tokens. `url`: the provider's page, where the user enters the payout account. */
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
 * out. `changed`: it returned an address or amount that differs from before, or from the request: nothing may be sent.
 */
const saleStates = ['waiting', 'send', 'processing', 'paid', 'declined', 'expired', 'changed'] as const

/** Returns a sale's state, as the provider reports it. The address comes from the provider, and stays the first one that it returned. */
export const offrampSession = {
  ...row,
  errors: [...errors, 'PURCHASE_NOT_FOUND'],
  method: 'GET',
  path: '/v1/offramp/sessions/:sessionId',
  request: z.object({ ...sdk, sessionId: uuid }),
  response: z.object({
    state: z.enum(saleStates),
    /** Only for `send`. `chainId`: CAIP-2; `contract`: null for the chain's native coin; `amount`: exact, in whole tokens. */
    deposit: z.optional(
      z.object({
        chainId: z.string(),
        contract: z.nullable(z.string()),
        address: accountAddress,
        amount: money,
        /** The deadline for sending, in milliseconds since 1970. */
        expiresAt: z.int().check(z.positive()),
      }),
    ),
  }),
  idempotent: true,
} as const satisfies EndpointRow
