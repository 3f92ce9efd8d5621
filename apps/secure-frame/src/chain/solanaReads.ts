import * as z from 'zod/mini'

/**
 * The Solana node methods that the wallet's own screens call; pages call the service themselves. One row for each method of
 * the node's JSON-RPC: its parameters and its valid results. Of accounts only the bytes, in base64.
 */
const address = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
const signature = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/))
const base64 = z.string().check(z.maxLength(2_000_000), z.regex(/^[A-Za-z0-9+/]*={0,2}$/))
const lamports = z.number().check(z.int(), z.gte(0))
const commitment = z.enum(['processed', 'confirmed', 'finalized'])
const slot = z.number().check(z.int(), z.gte(0))
/** The maximum number of accounts that a node returns at once. */
const maxAccounts = 100

const account = z.object({
  owner: address,
  lamports: z.number().check(z.gte(0)),
  data: z.tuple([base64, z.literal('base64')]),
})
const accounts = z.array(z.nullable(account)).check(z.maxLength(maxAccounts))
const value = <shape extends z.ZodMiniType>(shape: shape) => z.object({ value: shape })
const addresses = z.array(address).check(z.maxLength(maxAccounts))

export const solanaReads = {
  getMultipleAccounts: {
    params: z.tuple([
      addresses,
      z.object({
        encoding: z.literal('base64'),
        commitment,
        // The beginning of an account's data: some hold megabytes.
        dataSlice: z.object({ offset: z.literal(0), length: slot }),
      }),
    ]),
    result: value(accounts),
  },
  simulateTransaction: {
    params: z.tuple([
      base64,
      z.object({
        encoding: z.literal('base64'),
        commitment,
        sigVerify: z.literal(false),
        minContextSlot: z.optional(slot),
        accounts: z.object({ encoding: z.literal('base64'), addresses }),
      }),
    ]),
    result: value(
      z.object({
        // A string, or an object with the position and the error; null when it succeeded.
        err: z.nullable(z.unknown()),
        logs: z.nullish(z.array(z.string())),
        accounts: z.nullish(accounts),
        unitsConsumed: z.nullish(z.number()),
      }),
    ),
  },
  sendTransaction: {
    params: z.tuple([
      base64,
      z.object({
        encoding: z.literal('base64'),
        skipPreflight: z.optional(z.boolean()),
        preflightCommitment: commitment,
        maxRetries: z.optional(z.number().check(z.int(), z.gte(0))),
        minContextSlot: z.optional(slot),
      }),
    ]),
    result: signature,
  },
  getSignatureStatuses: {
    params: z.tuple([z.tuple([signature])]),
    result: value(z.tuple([z.nullable(z.object({ slot: lamports, err: z.nullable(z.unknown()) }))])),
  },
} as const satisfies Record<string, { params: z.ZodMiniType; result: z.ZodMiniType }>

export type SolanaRead = keyof typeof solanaReads
export type SolanaReadParams<name extends SolanaRead> = z.output<(typeof solanaReads)[name]['params']>
export type SolanaReadResult<name extends SolanaRead> = z.output<(typeof solanaReads)[name]['result']>

/** Narrows an untrusted string. Own keys only. */
export const isSolanaRead = (name: string): name is SolanaRead => Object.hasOwn(solanaReads, name)

/**
 * One call to a node of Solana, its result parsed. Fails with CHAIN_UNREACHABLE, SERVICE_UNREACHABLE,
 * CHAIN_NOT_SUPPORTED, or the node's error (`translateSolanaError`).
 */
export type SolanaReader = <name extends SolanaRead>(
  name: name,
  params: SolanaReadParams<name>,
) => Promise<SolanaReadResult<name>>
