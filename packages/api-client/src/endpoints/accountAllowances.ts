import * as z from 'zod/mini'
import { accountAddress, caip2, sdk, timestamp } from './fields.ts'
import type { EndpointRow } from './row.ts'

const evmAddress = z.string().check(z.regex(/^0x[0-9a-f]{40}$/))

/**
 * Which ERC-20 allowances and operators of NFT collections an account has set at any time, on all chains that are indexed: those by its own transactions first, then the newest,
 * at most 1,000 of each chain. What holds now, and which of the two it is, only the contract knows. Any contract can log one for any address of its own.
 */
export const accountAllowances = {
  authority: 'api',
  method: 'GET',
  path: '/v1/account/:address/allowances',
  credential: 'none',
  caller: 'wallet',
  request: z.object({ ...sdk, address: accountAddress }),
  response: z.object({
    allowances: z.array(
      z.object({
        chainId: caip2,
        /** The token's or the collection's contract. */
        token: evmAddress,
        /** Of a token; the operator of a collection. */
        spender: evmAddress,
        /** When it was last set. */
        setAt: timestamp,
      }),
    ),
    /** Chains whose list isn't complete: the past is still being read, or there are more than are kept. */
    incomplete: z.array(caip2),
    /** Chains of this server that it doesn't index: nothing is known of allowances there. */
    notIndexed: z.array(caip2),
  }),
  errors: ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'RATE_LIMITED', 'ADDRESS_INVALID'],
  idempotent: true,
} as const satisfies EndpointRow
