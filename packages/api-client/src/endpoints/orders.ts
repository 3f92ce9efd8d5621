/** What the rows of purchases (`onramp.ts`) and sales (`offramp.ts`) share. */
import * as z from 'zod/mini'

export const word = z.string().check(z.minLength(1), z.maxLength(64))
/** Decimal text, in whole coins or currency units. */
export const money = z.string().check(z.regex(/^\d{1,30}(\.\d{1,18})?$/))
export const price = z.object({ amount: money, currency: word })

export const errors = [
  'PROJECT_UNKNOWN',
  'ORIGIN_NOT_ALLOWED',
  'RATE_LIMITED',
  'NOT_ENABLED',
  'SERVICE_UNREACHABLE',
] as const
export const orderErrors = [...errors, 'AMOUNT_OUT_OF_RANGE', 'PURCHASE_UNSUPPORTED'] as const
export const row = { authority: 'api', credential: 'none', caller: 'dapp', errors } as const

/** The currencies that a user pays with or is paid in, and their limits. */
export const currencies = z.array(
  z.object({
    id: z.string(),
    payment_method_limits: z.array(z.object({ id: word, min: money, max: money })),
  }),
)

/** The tokens that providers trade. Networks are parsed with `onrampNetworkId`. */
export const tradedTokens = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    symbol: z.string(),
    networks: z.array(
      z.object({ name: z.string(), display_name: z.string(), chain_id: z.string(), contract_address: z.string() }),
    ),
  }),
)
