import { StackError } from '../StackError.ts'
import type { PartProcessReport } from './startPartProcess.ts'

/**
 * The other end of `startPartProcess`, for the module that it starts: opens the part with the received settings, reports the outcome, and
 * ends this process with its parent.
 */
export const runPartProcess = <Facts>(open: (facts: Facts) => Promise<unknown>): void => {
  const say = (report: PartProcessReport): void => void process.send?.(report)
  // Servers aren't closed first: clients of a stopping part get no response.
  process.once('disconnect', () => process.exit())
  process.once('message', (facts: Facts) => {
    open(facts).then(
      () => say({ state: 'ready' }),
      (error: Error) =>
        say({ state: 'failed', reason: error instanceof StackError ? error.message : (error.stack ?? String(error)) }),
    )
  })
}
