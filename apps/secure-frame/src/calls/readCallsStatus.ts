import type { RpcResult } from '@latchkey/protocol'
import type { ChainReader } from '../chain/createChainReader.ts'
import { networkOf } from '../chain/networkOf.ts'
import {
  findOutcome,
  type OperationOutcome,
  parsed,
  readOutcome,
  type TransactionReceipt,
  transactionReceipt,
} from '../smartAccount/readOutcome.ts'
import type { KeptCalls } from './CallsStore.ts'

export type CallsStatus = RpcResult<'wallet_getCallsStatus'>

/** After this time, unknown calls count as lost, in milliseconds: until then they may only be slow. */
const lostAfterMs = 10 * 60_000

/** The status of calls, and whether it is final. */
export type ReadStatus = { status: CallsStatus; isSettled: boolean }

/**
 * Reads the status of calls from the network (EIP-5792): 100 while they may still happen, 200 once they have, 400 when they
 * were refused or lost, 500 when they reverted as a whole. Older pages receive PENDING and CONFIRMED, which have no
 * equivalent of 400. The chain confirms an operation: a bundler is trusted neither that it has happened nor that it will
 * not. Fails as the reader.
 */
export const readCallsStatus = async (calls: KeptCalls, read: ChainReader, nowMs: number): Promise<ReadStatus> => {
  const { id, atomic, isLegacy } = calls
  const chainId = `0x${networkOf(calls.chainId).id.toString(16)}`
  const answer = (code: 100 | 200 | 400 | 500, receipts: TransactionReceipt[] = []): ReadStatus => {
    const more = receipts.length === 0 ? {} : { receipts }
    const word = code === 100 ? 'PENDING' : 'CONFIRMED'
    const status = isLegacy
      ? { status: code === 400 ? code : word, ...more }
      : { version: '2.0.0', id, chainId, status: code, atomic, ...more }
    return { status, isSettled: code === 200 || code === 500 }
  }

  const answerWith = (receipt: TransactionReceipt): ReadStatus =>
    answer(receipt.status === '0x1' ? 200 : 500, [receipt])

  if (!calls.isDropped) {
    const receipt = await receiptOf(calls, read)
    if (receipt !== null) return answerWith(receipt)
    const isLate = nowMs - calls.keptAtMs > lostAfterMs
    if (!isLate || (await isKnown(calls, read))) return answer(100)
  }
  // After a 400, a page may send the calls again, and the user would pay twice if they happened: the chain has the last word.
  const found = await findReceipt(calls, read)
  if (found === 'unknown') return answer(100)
  return found === null ? answer(400) : answerWith(found)
}

const receiptOf = async ({ kind, hash: of }: KeptCalls, read: ChainReader): Promise<TransactionReceipt | null> => {
  if (kind === 'operation') return ofOperation(await readOutcome(of, read))
  const found = await read('eth_getTransactionReceipt', [of])
  return found === null ? null : parsed(transactionReceipt, found)
}

/** Returns the receipt of an operation that its bundler doesn't know or has refused; `unknown`: the chain has no answer. */
const findReceipt = async (
  { kind, hash: of, sinceBlock }: KeptCalls,
  read: ChainReader,
): Promise<TransactionReceipt | null | 'unknown'> =>
  kind === 'transaction' || sinceBlock === undefined
    ? null
    : findOutcome(of, sinceBlock, read).then(ofOperation, () => 'unknown' as const)

const ofOperation = (outcome: OperationOutcome | null): TransactionReceipt | null =>
  outcome === null ? null : { ...outcome.receipt, status: outcome.success ? '0x1' : '0x0' }

const isKnown = async ({ kind, hash: of }: KeptCalls, read: ChainReader): Promise<boolean> =>
  (await read(kind === 'operation' ? 'eth_getUserOperationByHash' : 'eth_getTransactionByHash', [of])) !== null
