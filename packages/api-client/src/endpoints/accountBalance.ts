import * as z from 'zod/mini'
import { accountAddress, caip2, sdk } from './fields.ts'
import type { EndpointRow } from './row.ts'

/** One coin or token of an account (specification section 3: token balance item). */
export const tokenBalance = z.object({
  name: z.string(),
  symbol: z.string(),
  chainId: caip2,
  /** CAIP-10 of the contract or mint. Absent for the chain's own coin. */
  address: z.optional(z.string()),
  /** Of the whole quantity, in the currency asked for. Absent where no price is known. */
  value: z.optional(z.number()),
  /** Of one whole token; 0 where none is known. */
  price: z.number(),
  /** Decimal text: `numeric` in whole tokens, to the last digit. */
  quantity: z.object({ decimals: z.string(), numeric: z.string() }),
  iconUrl: z.string(),
})
/** A parsed balance. `quantity` is decimal text; it can exceed the range of a number. */
export type TokenBalance = z.output<typeof tokenBalance>

/**
 * What an account holds: on one chain, or on all that this server has nodes for, of which those that cannot be reached are
 * left out while another one answers. The chain's own coin comes first and is there even if it is none; tokens follow, the
 * most valuable first, without those of zero decimals (specification section 5). `forceUpdate` (any text) asks past the
 * server's cache of 30 s.
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
