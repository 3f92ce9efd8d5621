import type { Address, EncodedAccount, MaybeEncodedAccount } from '@solana/kit'
import type { ReadTransaction, TransactionAccount } from './readTransaction.ts'
import type { SlotClock } from './slotClock.ts'
import type { UiTokenAmount } from './tokenState.ts'
import type { TransactionErrorJson } from './transactionError.ts'

export type TokenBalance = {
  accountIndex: number
  mint: Address
  owner: Address
  programId: Address
  uiTokenAmount: UiTokenAmount
}

type InnerInstruction = {
  programIdIndex: number
  accounts: number[]
  /** Base58. */
  data: string
  stackHeight: number
}
export type InnerInstructions = { index: number; instructions: InnerInstruction[] }[]

/** What a transaction has done, as `getTransaction` tells it. */
type TransactionMeta = {
  err: TransactionErrorJson | null
  status: { Ok: null } | { Err: TransactionErrorJson }
  fee: number
  preBalances: number[]
  postBalances: number[]
  preTokenBalances: TokenBalance[]
  postTokenBalances: TokenBalance[]
  innerInstructions: InnerInstructions
  logMessages: string[]
  loadedAddresses: { writable: Address[]; readonly: Address[] }
  computeUnitsConsumed: number
  rewards: []
}

/** A transaction that is in the ledger, whether it succeeded or only paid its fee. */
export type LedgerRecord = {
  slot: number
  /** Seconds since the epoch. */
  blockTime: number
  signature: string
  /** Base64. */
  transaction: string
  /** In the order in which its instructions number them. */
  accounts: TransactionAccount[]
  meta: TransactionMeta
}

/** What a transaction would do now. */
export type Outcome = {
  error: TransactionErrorJson | null
  logs: string[]
  unitsConsumed: number
  innerInstructions: InnerInstructions
  returnData: { programId: Address; data: [string, 'base64'] } | null
  /** As they would be after it, those that it could touch. None when it fails. */
  accounts: readonly EncodedAccount[]
}

/** What of a transaction has to be right before it is tried. */
export type Checks = { signatures: boolean; blockhash: boolean }

export type Ledger = {
  clock: SlotClock
  account(address: Address): MaybeEncodedAccount
  /** All accounts of a program. */
  accountsOf(program: Address): readonly EncodedAccount[]
  /** Lamports that an account of so many bytes needs. */
  rentOf(bytes: bigint): bigint
  simulate(transaction: ReadTransaction, checks: Checks): Outcome
  /** Carries it out. What could not even pay its fee leaves no record. */
  submit(transaction: ReadTransaction): { error: TransactionErrorJson | null; logs: string[] }
  find(signature: string): LedgerRecord | undefined
  /** Records that name an account, the newest first. */
  recordsOf(address: string): readonly LedgerRecord[]
  /** Lets slots pass at once, as time would. */
  advance(slots: number): void
  /** Called after each record. Returns what ends it. */
  onRecord(listener: (record: LedgerRecord) => void): () => void
}
