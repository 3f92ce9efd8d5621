import * as z from 'zod/mini'
import { accountAddress, sdk } from './fields.ts'
import type { EndpointRow } from './row.ts'

const word = z.string().check(z.minLength(1), z.maxLength(64))
/** Decimal text, in whole coins or units of money. */
const money = z.string().check(z.regex(/^\d{1,30}(\.\d{1,18})?$/))
const price = z.object({ amount: z.string(), currency: z.string() })
const errors = ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'RATE_LIMITED', 'NOT_ENABLED', 'SERVICE_UNREACHABLE'] as const
const row = { authority: 'api', credential: 'none', caller: 'dapp', errors } as const

/** The page of a provider where somebody buys a coin for addresses of theirs. */
export const onrampUrl = {
  ...row,
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
    partnerUserId: z.optional(z.string().check(z.maxLength(128))),
    defaultExperience: z.optional(z.enum(['send', 'buy'])),
    presetCryptoAmount: z.optional(z.number().check(z.positive())),
    presetFiatAmount: z.optional(z.number().check(z.positive())),
  }),
  response: z.object({ url: z.string().check(z.regex(/^https:\/\//)) }),
  idempotent: false,
} as const satisfies EndpointRow

/** What can be bought, and with what. */
export const onrampOptions = {
  ...row,
  method: 'GET',
  path: '/v1/onramp/options',
  request: z.object(sdk),
  response: z.object({
    paymentCurrencies: z.array(
      z.object({
        id: z.string(),
        payment_method_limits: z.array(z.object({ id: z.string(), min: z.string(), max: z.string() })),
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

/** What an amount of money buys. */
export const onrampQuote = {
  ...row,
  method: 'POST',
  path: '/v1/onramp/quote',
  request: z.object({ ...sdk, purchaseCurrency: word, paymentCurrency: word, amount: money, network: word }),
  response: z.object({
    paymentTotal: price,
    paymentSubtotal: price,
    purchaseAmount: price,
    networkFee: price,
    quoteId: z.string(),
  }),
  idempotent: true,
} as const satisfies EndpointRow
