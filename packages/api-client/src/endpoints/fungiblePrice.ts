import * as z from 'zod/mini'
import { projectId } from './fields.ts'
import type { EndpointRow } from './row.ts'

/** The maximum number of tokens per call. */
export const maxPriced = 100

const fungible = z.object({
  /** As requested. */
  address: z.string(),
  name: z.string(),
  symbol: z.string(),
  iconUrl: z.nullable(z.string()),
  /** Price of one whole token, in the currency. */
  price: z.number(),
  decimals: z.number(),
})
/** A parsed price; `price` is for one whole token. */
export type Fungible = z.output<typeof fungible>

/**
 * Returns token prices. `addresses` are CAIP-10; `0xeeee…eeee` is the chain's native coin (EIP-7528). A token without a known
 * price is left out of the response.
 */
export const fungiblePrice = {
  authority: 'api',
  method: 'POST',
  path: '/v1/fungible/price',
  credential: 'none',
  caller: 'dapp',
  request: z.object({
    projectId,
    currency: z.literal('usd'),
    addresses: z.array(z.string().check(z.maxLength(256))).check(z.maxLength(maxPriced)),
  }),
  response: z.object({ fungibles: z.array(fungible) }),
  errors: ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'CAIP_ADDRESS_INVALID', 'CHAIN_UNREACHABLE', 'SERVICE_UNREACHABLE'],
  idempotent: true,
  cacheMs: 15_000,
} as const satisfies EndpointRow
