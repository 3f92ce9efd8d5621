import * as z from 'zod/mini'
import { caip10, sdk, uuid } from './fields.ts'
import { pageUrl } from './pageUrl.ts'
import type { EndpointRow } from './row.ts'

/** Payments from an account at an exchange: JSON-RPC 2.0, one call at a time. Assets are CAIP-19, amounts decimal text in whole tokens. */

const word = z.string().check(z.minLength(1), z.maxLength(128))
const asset = z
  .string()
  .check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}\/[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}(\/[-.%a-zA-Z0-9]{1,78})?$/))
const amount = z.string().check(z.regex(/^\d{1,30}(\.\d{1,18})?$/))
const ids = z.array(word).check(z.maxLength(64))

const call = <method extends string, params extends z.ZodMiniType>(method: method, params: params) =>
  z.object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.number(), z.string().check(z.maxLength(128))]),
    method: z.literal(method),
    params,
  })
const answer = <result extends z.ZodMiniType>(result: result) =>
  z.object({ jsonrpc: z.literal('2.0'), id: z.union([z.number(), z.string()]), result })

/** One JSON-RPC 2.0 call about payments from an exchange account; batches are rejected. */
export const exchanges = {
  authority: 'api',
  method: 'POST',
  path: '/v1/json-rpc',
  credential: 'none',
  caller: 'dapp',
  query: z.object(sdk),
  request: z.union([
    call(
      'reown_getExchanges',
      z.object({
        page: z.int().check(z.minimum(1), z.maximum(1000)),
        asset: z.optional(asset),
        amount: z.optional(amount),
        includeOnly: z.optional(ids),
        exclude: z.optional(ids),
      }),
    ),
    call('reown_getExchangePayUrl', z.object({ exchangeId: word, asset, amount, recipient: caip10 })),
    call('reown_getExchangeBuyStatus', z.object({ exchangeId: word, sessionId: word })),
  ]),
  response: z.union([
    answer(
      z.object({
        exchanges: z.array(
          z.object({
            id: word,
            name: word,
            imageUrl: z.string().check(z.maxLength(2048)),
            /** The limits of one payment in the call's asset, in whole tokens; absent without an asset. */
            limits: z.optional(z.object({ min: amount, max: amount })),
          }),
        ),
        /** On all pages. */
        total: z.int().check(z.minimum(0)),
      }),
    ),
    answer(z.object({ url: pageUrl, sessionId: uuid })),
    answer(
      z.object({
        /** `SUCCESS`: the transfer is on-chain. `UNKNOWN`: the project has no such payment. */
        status: z.enum(['UNKNOWN', 'IN_PROGRESS', 'SUCCESS', 'FAILED']),
        /** The hash of an on-chain transfer. */
        txHash: z.optional(z.string().check(z.regex(/^[\w]{1,128}$/))),
        /** No node of the network responds, so arrivals can't be detected. */
        isChainAway: z.optional(z.boolean()),
      }),
    ),
  ]),
  errors: [
    'PROJECT_UNKNOWN',
    'ORIGIN_NOT_ALLOWED',
    'RATE_LIMITED',
    'NOT_ENABLED',
    'SERVICE_UNREACHABLE',
    'CHAIN_NOT_SUPPORTED',
    'CHAIN_UNREACHABLE',
    'ADDRESS_INVALID',
    'AMOUNT_INVALID',
    'AMOUNT_OUT_OF_RANGE',
    'PURCHASE_UNSUPPORTED',
  ],
  idempotent: false,
} as const satisfies EndpointRow
