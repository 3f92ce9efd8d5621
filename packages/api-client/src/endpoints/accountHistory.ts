import * as z from 'zod/mini'
import { accountAddress, caip2, sdk, timestamp } from './fields.ts'
import type { EndpointRow } from './row.ts'

const transfer = z.object({
  fungible_info: z.optional(
    z.nullable(
      z.object({
        name: z.string(),
        symbol: z.string(),
        icon: z.optional(z.nullable(z.object({ url: z.string() }))),
      }),
    ),
  ),
  nft_info: z.optional(
    z.nullable(
      z.object({
        name: z.string(),
        content: z.optional(
          z.nullable(
            z.object({
              preview: z.optional(z.nullable(z.object({ url: z.string(), content_type: z.nullable(z.string()) }))),
              detail: z.optional(z.nullable(z.object({ url: z.string(), content_type: z.nullable(z.string()) }))),
            }),
          ),
        ),
        flags: z.object({ is_spam: z.boolean() }),
      }),
    ),
  ),
  direction: z.enum(['in', 'out', 'self']),
  /** Decimal text, in whole tokens. */
  quantity: z.object({ numeric: z.string() }),
  /** In US dollars at request time; absent without a known price. */
  value: z.optional(z.nullable(z.number())),
  price: z.optional(z.nullable(z.number())),
})
/** One token, coin or NFT that moved in a transaction. */
export type TransactionTransfer = z.output<typeof transfer>

/** One transaction as one account sees it (specification section 3: transaction row). */
export const accountTransaction = z.object({
  /** Unique among the account's transactions. */
  id: z.string(),
  metadata: z.object({
    /** The type of operation: send, receive, trade, approve, mint, burn, deploy, execute … */
    operationType: z.string(),
    hash: z.string(),
    minedAt: timestamp,
    sentFrom: z.string(),
    sentTo: z.string(),
    status: z.enum(['confirmed', 'failed', 'pending']),
    nonce: z.number(),
    chain: caip2,
    application: z.optional(z.nullable(z.object({ name: z.nullable(z.string()), iconUrl: z.nullable(z.string()) }))),
  }),
  transfers: z.array(transfer),
})
/** A parsed row of an account's activity. */
export type AccountTransaction = z.output<typeof accountTransaction>

/**
 * Returns an account's transactions, newest first: on one chain, or on all indexed ones. `cursor`: the `next` of the previous page; a
 * modified one throws CURSOR_INVALID. `next` is null on the last page.
 */
export const accountHistory = {
  authority: 'api',
  method: 'GET',
  path: '/v1/account/:address/history',
  credential: 'none',
  caller: 'dapp',
  request: z.object({
    ...sdk,
    address: accountAddress,
    cursor: z.optional(z.string().check(z.maxLength(512))),
    chainId: z.optional(caip2),
  }),
  /** `next`: null at the end. While history is still being read it isn't null, and its page may be empty: request it again later. */
  response: z.object({ data: z.array(accountTransaction), next: z.nullable(z.string()) }),
  errors: [
    'PROJECT_UNKNOWN',
    'ORIGIN_NOT_ALLOWED',
    'RATE_LIMITED',
    'ADDRESS_INVALID',
    'CURSOR_INVALID',
    'CHAIN_NOT_SUPPORTED',
    'CHAIN_UNREACHABLE',
    'SERVICE_UNREACHABLE',
  ],
  idempotent: true,
} as const satisfies EndpointRow
