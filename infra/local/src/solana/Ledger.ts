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

/** A transaction's effects, as `getTransaction` reports them. */
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

/** A simulated transaction's effects. */
export type Outcome = {
  error: TransactionErrorJson | null
  logs: string[]
  unitsConsumed: number
  innerInstructions: InnerInstructions
  returnData: { programId: Address; data: [string, 'base64'] } | null
  /** The state afterwards of all accounts that it could change. Empty when it fails. */
  accounts: readonly EncodedAccount[]
}

/** The checks to run on a transaction before it is executed. */
export type Checks = { signatures: boolean; blockhash: boolean }

export type Ledger = {
  clock: SlotClock
  account(address: Address): MaybeEncodedAccount
  /** Returns all accounts of a program. */
  accountsOf(program: Address): readonly EncodedAccount[]
  /** Returns the lamports that an account of so many bytes needs. */
  rentOf(bytes: bigint): bigint
  simulate(transaction: ReadTransaction, checks: Checks): Outcome
  /** Executes it. A transaction that could not even pay its fee leaves no record. */
  submit(transaction: ReadTransaction): { error: TransactionErrorJson | null; logs: string[] }
  find(signature: string): LedgerRecord | undefined
  /** Returns records that name an account, newest first. */
  recordsOf(address: string): readonly LedgerRecord[]
  /** Skips slots at once. */
  advance(slots: number): void
  /** Called after each record. Returns a function that ends it. */
  onRecord(listener: (record: LedgerRecord) => void): () => void
}
