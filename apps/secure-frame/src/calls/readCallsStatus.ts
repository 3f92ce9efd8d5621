import type { RpcResult } from '@latchkey/protocol'
import type { ChainReader } from '../chain/createChainReader.ts'
import { networkOf } from '../chain/networkOf.ts'
import { parsed, readOutcome, type TransactionReceipt, transactionReceipt } from '../smartAccount/readOutcome.ts'
import type { KeptCalls } from './CallsStore.ts'

export type CallsStatus = RpcResult<'wallet_getCallsStatus'>

/** After this time what nobody knows of any more is lost, in milliseconds: until then it may only be slow. */
const lostAfterMs = 10 * 60_000

/** What became of calls, and whether that will stay so. */
export type ReadStatus = { status: CallsStatus; isSettled: boolean }

/**
 * Ask the network what became of calls (EIP-5792): 100 while they may still happen, 200 once they have, 400 when they were
 * refused or lost, 500 when they were undone as a whole. Older pages hear PENDING and CONFIRMED; that nothing will happen
 * has no older word. Of an operation the chain is asked, not the bundler alone. Fails as the reader.
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

  if (calls.isDropped) return answer(400)
  const receipt = await receiptOf(calls, read)
  if (receipt !== null) return answer(receipt.status === '0x1' ? 200 : 500, [receipt])
  const isLate = nowMs - calls.keptAtMs > lostAfterMs
  return answer(isLate && !(await isKnown(calls, read)) ? 400 : 100)
}

const receiptOf = async ({ kind, hash: of }: KeptCalls, read: ChainReader): Promise<TransactionReceipt | null> => {
  if (kind === 'transaction') {
    const found = await read('eth_getTransactionReceipt', [of])
    return found === null ? null : parsed(transactionReceipt, found)
  }
  const outcome = await readOutcome(of, read)
  return outcome === null ? null : { ...outcome.receipt, status: outcome.success ? '0x1' : '0x0' }
}

const isKnown = async ({ kind, hash: of }: KeptCalls, read: ChainReader): Promise<boolean> =>
  (await read(kind === 'operation' ? 'eth_getUserOperationByHash' : 'eth_getTransactionByHash', [of])) !== null
