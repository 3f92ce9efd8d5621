import * as z from 'zod/mini'
import { accountAddress, caip2, caip10, sdk, wholeNumber } from './fields.ts'
import type { EndpointRow } from './row.ts'

/** Swaps: one token of a chain for another, of the same chain or of one in `destinations`. Tokens are CAIP-10, accounts CAIP-10 or bare, amounts in base units. */

const account = z.union([caip10, accountAddress])
const gasPrice = wholeNumber
const errors = [
  'PROJECT_UNKNOWN',
  'ORIGIN_NOT_ALLOWED',
  'RATE_LIMITED',
  'NOT_ENABLED',
  'CAIP_ADDRESS_INVALID',
  'ADDRESS_INVALID',
  'SWAPS_UNSUPPORTED',
  'CHAIN_UNREACHABLE',
  'SERVICE_UNREACHABLE',
] as const
const row = { authority: 'api', credential: 'none', caller: 'dapp', errors, idempotent: true } as const

/** Returns the tokens that can be swapped on a chain. */
export const convertTokens = {
  ...row,
  method: 'GET',
  path: '/v1/convert/tokens',
  request: z.object({ ...sdk, chainId: caip2 }),
  response: z.object({
    tokens: z.array(
      z.object({
        name: z.string(),
        symbol: z.string(),
        address: caip10,
        decimals: z.number(),
        logoUri: z.string(),
        /** Can be approved with a signature instead of a transaction. */
        eip2612: z.optional(z.boolean()),
      }),
    ),
    /** Other chains that these tokens can be swapped to. */
    destinations: z.optional(z.array(caip2).check(z.maxLength(64))),
  }),
} as const satisfies EndpointRow

/** Returns how much of another token an amount brings; the best quote first, none if no exchange swaps the two. */
export const convertQuotes = {
  ...row,
  errors: [...errors, 'AMOUNT_INVALID', 'SWAP_MISMATCH'],
  method: 'GET',
  path: '/v1/convert/quotes',
  request: z.object({
    ...sdk,
    amount: wholeNumber,
    userAddress: account,
    from: caip10,
    to: caip10,
    gasPrice: z.optional(gasPrice),
  }),
  response: z.object({
    quotes: z.array(
      z.object({
        id: z.nullable(z.string()),
        fromAmount: wholeNumber,
        fromAccount: z.string(),
        toAmount: wholeNumber,
        toAccount: z.string(),
        /** The name of the exchange. */
        provider: z.optional(z.string().check(z.maxLength(40))),
        /** The tokens of the route, including both ends; empty if unknown. */
        route: z.optional(z.array(caip10).check(z.maxLength(8))),
        /** The difference of `toAmount` to the price before the swap, in percent, including fees. Absent if unknown. */
        priceImpact: z.optional(z.number()),
        /**
         * For another chain. `seconds`: its duration. `feesUsd`: its cost besides gas, already deducted from `toAmount`. Absent if unknown.
         */
        crossing: z.optional(
          z.object({
            seconds: z.optional(z.number().check(z.nonnegative())),
            feesUsd: z.optional(z.number().check(z.nonnegative())),
          }),
        ),
      }),
    ),
  }),
} as const satisfies EndpointRow

/**
 * Returns the exchange's allowance of a token, and the spender for a signature instead of an approval, if the exchange has such a contract.
 */
export const convertAllowance = {
  ...row,
  method: 'GET',
  path: '/v1/convert/allowance',
  request: z.object({
    ...sdk,
    tokenAddress: caip10,
    userAddress: account,
    /** The destination chain of the swap, if another one. */
    toChainId: z.optional(caip2),
  }),
  response: z.object({
    allowance: wholeNumber,
    /** EIP-2612, for tokens that the operator lists as supporting it. `spender`: the one to sign for. */
    permit: z.optional(z.object({ spender: caip10 })),
  }),
} as const satisfies EndpointRow

/** In wei. */
export const convertGasPrice = {
  ...row,
  errors: [...errors, 'GAS_PRICE_UNSUPPORTED'],
  method: 'GET',
  path: '/v1/convert/gas-price',
  request: z.object({ ...sdk, chainId: caip2 }),
  response: z.object({ standard: gasPrice, fast: gasPrice, instant: gasPrice }),
} as const satisfies EndpointRow

/**
 * Builds the transaction that swaps. `permit`: the signature for the allowance row's spender. `slippage`: by how many whole percent the
 * output may be lower. `gas` is 0 if it isn't estimated. On Solana `data` is the whole transaction in base64, and there is no `eip155`.
 */
export const buildTransaction = {
  ...row,
  errors: [...errors, 'AMOUNT_INVALID', 'LIQUIDITY_INSUFFICIENT', 'PRICE_MOVED', 'SWAP_MISMATCH'],
  method: 'POST',
  path: '/v1/convert/build-transaction',
  request: z.object({
    ...sdk,
    amount: wholeNumber,
    eip155: z.optional(z.object({ slippage: z._default(z.int().check(z.minimum(0), z.maximum(50)), 1) })),
    from: caip10,
    to: caip10,
    userAddress: account,
    /** The minimum output, instead of `slippage`: the one shown to the user. */
    minimumAmount: z.optional(wholeNumber),
    disableEstimate: z.optional(z.boolean()),
    /** For exactly `amount`. `deadline`: of the signature and the swap, in seconds since 1970. */
    permit: z.optional(
      z.object({
        deadline: wholeNumber,
        signature: z.string().check(z.regex(/^0x[0-9a-fA-F]{128}(?:0[01]|1[bBcC])$/)),
      }),
    ),
  }),
  response: z.object({
    tx: z.object({
      from: caip10,
      to: caip10,
      data: z.string(),
      amount: wholeNumber,
      eip155: z.optional(z.object({ gas: wholeNumber, gasPrice })),
    }),
  }),
} as const satisfies EndpointRow

/** Builds the transaction that lets the exchange take a token. Without `gas` if the node can't estimate it. */
export const buildApprove = {
  ...row,
  errors: [...errors, 'AMOUNT_INVALID'],
  method: 'GET',
  path: '/v1/convert/build-approve',
  request: z.object({
    ...sdk,
    userAddress: account,
    from: caip10,
    to: caip10,
    /** The exact allowance. Default: the account's balance of the token. */
    amount: z.optional(wholeNumber),
  }),
  response: z.object({
    tx: z.object({
      from: caip10,
      to: caip10,
      data: z.string(),
      value: wholeNumber,
      eip155: z.object({ gas: z.optional(wholeNumber), gasPrice }),
    }),
  }),
} as const satisfies EndpointRow

/**
 * Returns the state of a swap to another chain, as its exchange reports it. Only the other chain can confirm arrival: `txHash` is the
 * transaction to check.
 */
export const convertStatus = {
  ...row,
  method: 'GET',
  path: '/v1/convert/status',
  request: z.object({
    ...sdk,
    /** Of the swap transaction. */
    txHash: z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/)),
    fromChainId: caip2,
    toChainId: caip2,
  }),
  response: z.object({
    /** `refunded`: returned on the source chain. */
    state: z.enum(['pending', 'arrived', 'refunded', 'failed']),
    /** The paying transaction, on the chain where it happens. */
    txHash: z.optional(z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))),
  }),
} as const satisfies EndpointRow
