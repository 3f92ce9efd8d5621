import * as z from 'zod/mini'
import { accountAddress, caip2, sdk, timestamp } from './fields.ts'
import type { EndpointRow } from './row.ts'

const evmAddress = z.string().check(z.regex(/^0x[0-9a-f]{40}$/))

/**
 * Returns the ERC-20 allowances and NFT collection operators that an account has ever set, on all indexed chains: those from its own
 * transactions first, then the newest, at most 1,000 per chain. Only the contract knows which still apply, and which of the two types it
 * is. Any contract can log one for any address that it chooses.
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
        /** The contract of the token or collection. */
        token: evmAddress,
        /** The spender of a token, or the operator of a collection. */
        spender: evmAddress,
        /** When it was last set. */
        setAt: timestamp,
      }),
    ),
    /** Chains whose list isn't complete: history is still being read, or there are more than are stored. */
    incomplete: z.array(caip2),
    /** Chains of this server that it doesn't index: allowances there are unknown. */
    notIndexed: z.array(caip2),
  }),
  errors: ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'RATE_LIMITED', 'ADDRESS_INVALID'],
  idempotent: true,
} as const satisfies EndpointRow
