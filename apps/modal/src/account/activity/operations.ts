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
  /** Before the quantity, whichever way it went (specification section 9). Without one the way it went says. */
  sign?: '+' | '\u2212'
}

/** What a transaction did: a row for each word of `operationType`. */
const operations: Readonly<Record<string, Operation>> = {
  send: { words: 'send', icon: 'send', sign: '+' },
  receive: { words: 'receive', icon: 'receive', sign: '+' },
  claim: { words: 'claim', icon: 'receive', sign: '+' },
  borrow: { words: 'borrow', icon: 'receive', sign: '+' },
  deposit: { words: 'deposit', icon: 'send', sign: '+' },
  withdraw: { words: 'withdraw', icon: 'receive', sign: '\u2212' },
  repay: { words: 'repay', icon: 'send', sign: '\u2212' },
  burn: { words: 'burn', icon: 'send', sign: '\u2212' },
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

const ways: Readonly<Record<TransactionTransfer['direction'], '+' | '\u2212' | ''>> = {
  in: '+',
  out: '\u2212',
  self: '',
}

/** What stands before a quantity: the operation's sign, else that of the way that it went. */
export const signOf = (operationType: string, direction: TransactionTransfer['direction']): '+' | '\u2212' | '' =>
  operationOf(operationType).sign ?? ways[direction]
