import type { TransactionTransfer } from '@latchkey/api-client'
import type { IconName } from '@latchkey/ui'
import type { LaterWordKey } from '../../words/enLater.ts'

type Operation = {
  words: Extract<LaterWordKey, `activity.${string}`>
  icon: IconName
  /** Before the quantity, whichever way it went (specification section 9). Without one the way it went says. */
  sign?: '+' | '\u2212'
}

/** What a transaction did: a row for each word of `operationType`. */
const operations: Readonly<Record<string, Operation>> = {
  send: { words: 'activity.send', icon: 'send', sign: '+' },
  receive: { words: 'activity.receive', icon: 'receive', sign: '+' },
  claim: { words: 'activity.claim', icon: 'receive', sign: '+' },
  borrow: { words: 'activity.borrow', icon: 'receive', sign: '+' },
  deposit: { words: 'activity.deposit', icon: 'send', sign: '+' },
  withdraw: { words: 'activity.withdraw', icon: 'receive', sign: '\u2212' },
  repay: { words: 'activity.repay', icon: 'send', sign: '\u2212' },
  burn: { words: 'activity.burn', icon: 'send', sign: '\u2212' },
  trade: { words: 'activity.trade', icon: 'swap' },
  mint: { words: 'activity.mint', icon: 'plus' },
  approve: { words: 'activity.approve', icon: 'check' },
  revoke: { words: 'activity.revoke', icon: 'close' },
  deploy: { words: 'activity.deploy', icon: 'plus' },
  stake: { words: 'activity.stake', icon: 'lock' },
  unstake: { words: 'activity.unstake', icon: 'receive' },
  execute: { words: 'activity.execute', icon: 'edit' },
}
const other: Operation = { words: 'activity.other', icon: 'edit' }

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
