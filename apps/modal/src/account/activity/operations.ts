import type { TransactionTransfer } from '@latchkey/api-client'
import type { IconName } from '@latchkey/ui'

/** A key of the words for activity that needs no values. */
type OperationWords =
  | 'send'
  | 'receive'
  | 'claim'
  | 'borrow'
  | 'deposit'
  | 'withdraw'
  | 'repay'
  | 'burn'
  | 'trade'
  | 'mint'
  | 'approve'
  | 'revoke'
  | 'deploy'
  | 'stake'
  | 'unstake'
  | 'execute'
  | 'other'

type Operation = {
  words: OperationWords
  icon: IconName
}

/** What a transaction did: a row for each word of `operationType`. */
const operations: Readonly<Record<string, Operation>> = {
  send: { words: 'send', icon: 'send' },
  receive: { words: 'receive', icon: 'receive' },
  claim: { words: 'claim', icon: 'receive' },
  borrow: { words: 'borrow', icon: 'receive' },
  deposit: { words: 'deposit', icon: 'send' },
  withdraw: { words: 'withdraw', icon: 'receive' },
  repay: { words: 'repay', icon: 'send' },
  burn: { words: 'burn', icon: 'send' },
  trade: { words: 'trade', icon: 'swap' },
  mint: { words: 'mint', icon: 'plus' },
  approve: { words: 'approve', icon: 'check' },
  revoke: { words: 'revoke', icon: 'close' },
  deploy: { words: 'deploy', icon: 'plus' },
  stake: { words: 'stake', icon: 'lock' },
  unstake: { words: 'unstake', icon: 'receive' },
  execute: { words: 'execute', icon: 'edit' },
}
const other: Operation = { words: 'other', icon: 'edit' }

/** The row of an operation; one for all that nobody has a word for. */
export const operationOf = (operationType: string): Operation =>
  (Object.hasOwn(operations, operationType) ? operations[operationType] : undefined) ?? other

/** What stands before a quantity, by the way that it went (docs/decisions/0022-signs-of-amounts.md). */
export const signs: Readonly<Record<TransactionTransfer['direction'], '+' | '\u2212' | ''>> = {
  in: '+',
  out: '\u2212',
  self: '',
}
