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

/** After this time what nobody knows of any more is lost, in milliseconds: until then it may only be slow. */
const lostAfterMs = 10 * 60_000

/** What became of calls, and whether that will stay so. */
export type ReadStatus = { status: CallsStatus; isSettled: boolean }

/**
 * Ask the network what became of calls (EIP-5792): 100 while they may still happen, 200 once they have, 400 when they were
 * refused or lost, 500 when they were undone as a whole. Older pages hear PENDING and CONFIRMED; that nothing will happen
 * has no older word. Of an operation the chain is asked, not the bundler alone: neither that it has happened nor that it will
 * not is believed of a bundler. Fails as the reader.
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
  // A page that hears that nothing will happen asks again, and the person pays twice if it has: the chain has the last word.
  const found = await findReceipt(calls, read)
  if (found === 'unknown') return answer(100)
  return found === null ? answer(400) : answerWith(found)
}

const receiptOf = async ({ kind, hash: of }: KeptCalls, read: ChainReader): Promise<TransactionReceipt | null> => {
  if (kind === 'operation') return ofOperation(await readOutcome(of, read))
  const found = await read('eth_getTransactionReceipt', [of])
  return found === null ? null : parsed(transactionReceipt, found)
}

/** The receipt of an operation of which its bundler says nothing, or that it was refused; `unknown`: the chain does not tell. */
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
