import { StackError } from '../StackError.ts'
import type { PartProcessReport } from './startPartProcess.ts'

/**
 * The other end of `startPartProcess`, for the module that it starts: opens the part with the facts that it was sent, says
 * whether that went well, and ends this process with the one that started it.
 */
export const runPartProcess = <Facts>(open: (facts: Facts) => Promise<unknown>): void => {
  const say = (report: PartProcessReport): void => void process.send?.(report)
  // The servers are told of nobody's end: whoever waits for an answer from a part that stops gets none.
  process.once('disconnect', () => process.exit())
  process.once('message', (facts: Facts) => {
    open(facts).then(
      () => say({ state: 'ready' }),
      (error: Error) =>
        say({ state: 'failed', reason: error instanceof StackError ? error.message : (error.stack ?? String(error)) }),
    )
  })
}
