import type { Hash } from 'viem'
import { chain } from '../latchkey.ts'

/** Waits until a transaction is in a block, and returns its result as text. */
export const describeReceipt = async (hash: Hash): Promise<string> => {
  const { status, blockNumber } = await chain.waitForTransactionReceipt({ hash })
  return `${status === 'success' ? 'Confirmed' : 'Reverted'} in block ${blockNumber}: ${hash}`
}
