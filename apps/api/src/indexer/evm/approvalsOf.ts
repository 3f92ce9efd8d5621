import type { LoggedApproval } from '../accountTransaction.ts'
import { readApproval, readOperationSender } from './readLog.ts'
import type { MinedTransaction } from './viewOf.ts'

/** Returns which approvals of an account's tokens and collections a transaction has changed, once for each contract and spender. */
export function approvalsOf(address: string, { transaction, receipt, block }: MinedTransaction): LoggedApproval[] {
  if (receipt.status !== 1) return []
  const isOwn = transaction.from === address || receipt.logs.some((log) => readOperationSender(log) === address)
  const found = new Map<string, LoggedApproval>()
  for (const log of receipt.logs) {
    const approval = readApproval(log)
    if (approval?.owner !== address) continue
    const { contract, spender } = approval
    const minedAt = new Date(block.timestamp * 1000)
    found.set(`${contract} ${spender}`, { address, contract, spender, block: block.number, minedAt, isOwn })
  }
  return [...found.values()]
}
