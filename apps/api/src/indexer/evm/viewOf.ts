import {
  type AccountTransaction,
  type LoggedApproval,
  type Movement,
  maxMovements,
  type Operation,
} from '../accountTransaction.ts'
import type { EvmReceipt, EvmTransaction } from './evmShapes.ts'
import { readApproval, readApprover, readOperationSender, readTransfers } from './readLog.ts'

const zeroAddress = `0x${'0'.repeat(40)}`

export type MinedTransaction = {
  transaction: EvmTransaction
  receipt: EvmReceipt
  block: { number: number; timestamp: number }
}

/**
 * Returns a transaction as an account sees it; null when the account neither sent it nor gained or lost by it.
 *
 * Uses the transaction's own value and the tokens' logs. Coins that a contract sends on within a transaction (internal calls, such as a
 * withdrawal from a wrapped coin) are in no standard node method and are left out.
 */
export function viewOf(address: string, { transaction, receipt, block }: MinedTransaction): AccountTransaction | null {
  const failed = receipt.status !== 1
  const isSender = transaction.from === address
  const sentTo = transaction.to ?? receipt.contractAddress ?? zeroAddress
  // The sender pays for a failure, and nothing else happens; other accounts are unaffected.
  const moves = failed ? [] : movesOf(address, { transaction, receipt, sentTo })
  if (!isSender && moves.length === 0) return null
  const operation = operationOf(address, { transaction, receipt }, moves, isSender)
  return {
    address,
    block: block.number,
    position: transaction.transactionIndex,
    hash: transaction.hash,
    operation,
    minedAt: new Date(block.timestamp * 1000),
    sentFrom: transaction.from,
    // Tokens go through their contract. Only the sender sees the recipient that its events name: anyone can have a contract log a transfer
    // to an address that looks like a known one.
    sentTo: (isSender && operation === 'send' ? soleReceiver(moves) : null) ?? sentTo,
    failed,
    nonce: transaction.nonce,
    movements: moves.slice(0, maxMovements).map(({ movement }) => movement),
  }
}

type Move = { from: string; to: string; movement: Movement }

const soleReceiver = (moves: readonly Move[]): string | null => {
  const receivers = new Set(moves.map(({ to }) => to))
  return receivers.size === 1 ? (moves[0]?.to ?? null) : null
}

function movesOf(
  address: string,
  { transaction, receipt, sentTo }: Pick<MinedTransaction, 'transaction' | 'receipt'> & { sentTo: string },
): Move[] {
  const directionOf = (from: string, to: string): Movement['direction'] =>
    from === to ? 'self' : from === address ? 'out' : 'in'
  const moves: Move[] = []
  const { from, value } = transaction
  if (value > 0n && (from === address || sentTo === address)) {
    const direction = directionOf(from, sentTo)
    moves.push({ from, to: sentTo, movement: { kind: 'native', contract: null, direction, amount: `${value}` } })
  }
  for (const { contract, from, to, tokenId, amount } of receipt.logs.flatMap(readTransfers)) {
    if ((from !== address && to !== address) || amount === 0n) continue
    const about = { contract, direction: directionOf(from, to), amount: `${amount}` }
    const movement: Movement =
      tokenId === undefined ? { kind: 'fungible', ...about } : { kind: 'nft', tokenId: `${tokenId}`, ...about }
    moves.push({ from, to, movement })
  }
  return moves
}

function operationOf(
  address: string,
  { transaction, receipt }: Pick<MinedTransaction, 'transaction' | 'receipt'>,
  moves: readonly Move[],
  isSender: boolean,
): Operation {
  const into = moves.filter(({ movement }) => movement.direction === 'in')
  const out = moves.filter(({ movement }) => movement.direction === 'out')
  const paysInCoins = out.every(({ movement }) => movement.kind === 'native')
  if (isSender && transaction.to === null) return 'deploy'
  if (into.some(({ from }) => from === zeroAddress) && paysInCoins) return 'mint'
  if (into.length > 0 && out.length > 0) return 'trade'
  if (into.length > 0) return 'receive'
  // Anyone can have a contract log that tokens left an account that has done nothing itself.
  if (moves.length > 0 && !isSender) return 'execute'
  if (out.some(({ to }) => to === zeroAddress)) return 'burn'
  if (moves.length > 0) return 'send'
  if (receipt.logs.some((log) => readApprover(log) === address)) return 'approve'
  // A bare call without value is a message to another account, or replaces the sender's own transaction.
  return transaction.input === '0x' ? 'send' : 'execute'
}

/** Returns the approvals of an account's tokens and collections that a transaction has changed, once for each contract and spender. */
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
