/** Parameters of Solana's JSON-RPC: an array with optional trailing items, and open settings objects. */
import { type Address, isAddress, isSignature } from '@solana/kit'
import * as z from 'zod'
import { accountEncodings } from './accountJson.ts'
import { RpcError } from './RpcError.ts'
import { transactionEncodings } from './transactionJson.ts'

export const count = z.int().nonnegative()
export const account = z.custom<Address>(
  (value) => typeof value === 'string' && isAddress(value),
  'Invalid param: WrongSize',
)
export const signature = z.custom<string>(
  (value) => typeof value === 'string' && isSignature(value),
  'Invalid param: Invalid',
)
/** The node's limits per call. */
export const accounts = z.array(account).max(100, 'Too many inputs provided; max 100')
export const signatures = z.array(signature).max(256, 'Too many inputs provided; max 256')

export const accountSettings = z
  .object({
    encoding: z.enum(accountEncodings).default('base64'),
    dataSlice: z.object({ offset: count, length: count }).optional(),
  })
  .prefault({})
export const transactionSettings = z
  .union([
    z.enum(transactionEncodings).transform((encoding) => ({ encoding, maxSupportedTransactionVersion: undefined })),
    z.object({
      encoding: z.enum(transactionEncodings).default('json'),
      maxSupportedTransactionVersion: count.optional(),
    }),
  ])
  .prefault({})
export const sendSettings = z
  .object({ encoding: z.enum(['base58', 'base64']).default('base58'), skipPreflight: z.boolean().default(false) })
  .prefault({})
export const simulateSettings = z
  .object({
    encoding: z.enum(['base58', 'base64']).default('base58'),
    sigVerify: z.boolean().default(false),
    replaceRecentBlockhash: z.boolean().default(false),
    innerInstructions: z.boolean().default(false),
    accounts: z.object({ encoding: z.enum(accountEncodings).default('base64'), addresses: accounts }).optional(),
  })
  .prefault({})
export const tokenFilter = z.union([z.object({ mint: account }), z.object({ programId: account })])
export const historySettings = z
  .object({
    limit: z.int().min(1).max(1_000).default(1_000),
    before: signature.optional(),
    until: signature.optional(),
  })
  .prefault({})

/** Makes a method of its parameters' schema and its handler. Throws `RpcError` for invalid parameters. */
export const method =
  <Params extends z.ZodType>(params: Params, answer: (params: z.output<Params>) => unknown) =>
  (given: unknown): unknown => {
    const parsed = params.safeParse(given)
    if (!parsed.success) throw new RpcError(-32602, parsed.error.issues[0]?.message ?? 'Invalid params')
    return answer(parsed.data)
  }
