import type { ChainReader } from '../chain/createChainReader.ts'
import { type OperationOutcome, readOutcome } from './readOutcome.ts'

/** The waits between polls for an operation's outcome, in milliseconds; the last one repeats. */
const pollMs = [50, 100, 150, 200, 300, 500, 1_000, 2_000]

/** The time a sent operation keeps the next one of its account from being signed, in milliseconds. */
export const holdMs = 15_000

/** Returns the name of the lock that an account's operations share, and its plain transactions, too. */
export const sendLock = (chainId: number, account: string): string =>
  `latchkey-send-${chainId}-${account.toLowerCase()}`

/** Returns the outcome of a sent operation; null where there is none within this time. Never fails: a failed poll is repeated. */
export const waitForOutcome = async (
  hash: string,
  { read, wait }: { read: ChainReader; wait: (ms: number) => Promise<void> },
  withinMs: number,
): Promise<OperationOutcome | null> => {
  for (let [asked, waitedMs] = [0, 0]; waitedMs < withinMs; asked++) {
    const outcome = await readOutcome(hash, read).catch(() => null)
    if (outcome !== null) return outcome
    const pauseMs = pollMs[Math.min(asked, pollMs.length - 1)] ?? withinMs
    await wait(pauseMs)
    waitedMs += pauseMs
  }
  return null
}
