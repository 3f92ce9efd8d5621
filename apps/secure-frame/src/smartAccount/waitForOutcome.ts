import type { ChainReader } from '../chain/createChainReader.ts'
import { type OperationOutcome, readOutcome } from './readOutcome.ts'

/** Waits between questions whether an operation has happened, in milliseconds; the last one repeats. */
const pollMs = [50, 100, 150, 200, 300, 500, 1_000, 2_000]

/** How long an operation that nobody waits for keeps the next one of its account from being signed, in milliseconds. */
export const holdMs = 15_000

/** Under which name the things that an account sends wait for each other; that of its plain transactions, too. */
export const sendLock = (chainId: number, account: string): string =>
  `latchkey-send-${chainId}-${account.toLowerCase()}`

/** What became of an operation that is out; null where nothing has within this time. Never fails: a question that gets lost is asked again. */
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
