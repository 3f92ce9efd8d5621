import * as z from 'zod/mini'

/** Schemas of the Solana nodes' answers that the indexer reads: untrusted data, validated on entry. */

const account = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
const signature = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/))
const count = z.int().check(z.nonnegative())

/** Newest first. */
export const signatureList = z.array(z.object({ signature }))

export const tokenAccountList = z.object({ value: z.array(z.object({ pubkey: account })) })

const tokenBalance = z.object({
  accountIndex: count,
  mint: account,
  owner: z.optional(account),
  uiTokenAmount: z.object({ amount: z.string().check(z.regex(/^\d{1,20}$/)), decimals: count.check(z.lte(255)) }),
})

export const solanaTransaction = z.object({
  slot: count,
  /** Seconds since 1970; null for some of the oldest blocks. */
  blockTime: z.nullable(count.check(z.lt(253_402_300_800))),
  meta: z.object({
    err: z.unknown(),
    fee: count,
    preBalances: z.array(count),
    postBalances: z.array(count),
    // Absent in older blocks.
    preTokenBalances: z._default(z.nullable(z.array(tokenBalance)), null),
    postTokenBalances: z._default(z.nullable(z.array(tokenBalance)), null),
  }),
  transaction: z.object({
    signatures: z.array(signature).check(z.minLength(1)),
    message: z.object({ accountKeys: z.array(z.object({ pubkey: account })).check(z.minLength(1)) }),
  }),
})
export type SolanaTransaction = z.output<typeof solanaTransaction>
