import * as z from 'zod/mini'

/** One coin, token or item that moved from or to an account. */
export const movement = z.object({
  kind: z.enum(['native', 'fungible', 'nft']),
  /** As the chain writes it, EVM addresses in lower case; null for the chain's own coin. */
  contract: z.nullable(z.string()),
  /** Of an item: its number in the collection, decimal. */
  tokenId: z.optional(z.string()),
  direction: z.enum(['in', 'out', 'self']),
  /** Decimal text, in the smallest unit. */
  amount: z.string().check(z.regex(/^\d{1,78}$/)),
  /** Where the transaction itself reports it (Solana). */
  decimals: z.optional(z.int().check(z.nonnegative(), z.lte(255))),
})
export type Movement = z.output<typeof movement>

/** A transaction's effect on an account, in one word. */
export type Operation = 'send' | 'receive' | 'trade' | 'mint' | 'burn' | 'approve' | 'deploy' | 'execute'

/** A transaction as one account sees it. */
export type AccountTransaction = {
  /** EVM addresses in lower case. */
  address: string
  /** A slot on Solana. */
  block: number
  /** The transaction's index in its block. */
  position: number
  hash: string
  operation: Operation
  minedAt: Date
  sentFrom: string
  sentTo: string
  failed: boolean
  nonce: number
  movements: readonly Movement[]
}

/**
 * An approval of an ERC-20 token or a whole NFT collection that an account has set, as its event reports it. The current value is known
 * only to the contract.
 */
export type LoggedApproval = {
  /** The owner's; EVM addresses in lower case. */
  address: string
  contract: string
  spender: string
  block: number
  minedAt: Date
  /** Whether the account sent the transaction or the user operation. Any contract can log approvals in any owner's name. */
  isOwn: boolean
}

/** Tracked accounts' activity in some blocks. */
export type Found = { views: AccountTransaction[]; approvals: LoggedApproval[] }

/** An airdrop may move thousands of items to one account; one row shows only some of them. */
export const maxMovements = 50
