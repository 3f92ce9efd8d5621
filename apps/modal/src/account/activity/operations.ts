import type { TransactionTransfer } from '@latchkey/api-client'
import type { IconName } from '@latchkey/ui'

/** A key of the activity texts that needs no values. */
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

/** The rows for each `operationType` of a transaction. */
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

/** Returns the row of an operation; a generic one for unknown operations. */
export const operationOf = (operationType: string): Operation =>
  (Object.hasOwn(operations, operationType) ? operations[operationType] : undefined) ?? other

/** The sign before a quantity, by direction (docs/decisions/0022-signs-of-amounts.md). */
export const signs: Readonly<Record<TransactionTransfer['direction'], '+' | '\u2212' | ''>> = {
  in: '+',
  out: '\u2212',
  self: '',
}
