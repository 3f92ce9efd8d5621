import * as z from 'zod/mini'
import { accountAddress, caip2, sdk } from './fields.ts'
import type { EndpointRow } from './row.ts'

/** One coin or token of an account (specification section 3: token balance item). */
export const tokenBalance = z.object({
  name: z.string(),
  symbol: z.string(),
  chainId: caip2,
  /** CAIP-10 of the contract or mint. Absent for the chain's native coin. */
  address: z.optional(z.string()),
  /** The value of the whole quantity, in the requested currency. Absent without a known price. */
  value: z.optional(z.number()),
  /** The price of one whole token; 0 if unknown. */
  price: z.number(),
  /** Decimal text: `numeric` in whole tokens, with all digits. */
  quantity: z.object({ decimals: z.string(), numeric: z.string() }),
  iconUrl: z.string(),
})
/** A parsed balance. `quantity` is decimal text; it can exceed the range of a number. */
export type TokenBalance = z.output<typeof tokenBalance>

/**
 * Returns the balances of an account: on one chain, or on all that this server has nodes for; unreachable ones are left out unless all are.
 * The chain's native coin comes first, even if zero; tokens follow, the most valuable first, without those of zero decimals (specification
 * section 5). `forceUpdate` (any text) bypasses the server's cache of 30 s.
 */
export const accountBalance = {
  authority: 'api',
  method: 'GET',
  path: '/v1/account/:address/balance',
  credential: 'none',
  caller: 'dapp',
  request: z.object({
    ...sdk,
    address: accountAddress,
    currency: z.literal('usd'),
    chainId: z.optional(caip2),
    forceUpdate: z.optional(z.string().check(z.maxLength(64))),
  }),
  response: z.object({ balances: z.array(tokenBalance) }),
  errors: [
    'PROJECT_UNKNOWN',
    'ORIGIN_NOT_ALLOWED',
    'RATE_LIMITED',
    'ADDRESS_INVALID',
    'CHAIN_NOT_SUPPORTED',
    'CHAIN_UNREACHABLE',
    'SERVICE_UNREACHABLE',
  ],
  idempotent: true,
} as const satisfies EndpointRow
