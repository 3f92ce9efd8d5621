import { AppError, type Handlers, type RequestName } from '@latchkey/protocol'
import type { Log } from './createLog.ts'

type AnyHandler = (payload: unknown, call: never) => Promise<unknown>

/** The same handlers; the log learns the name of each request and how it ended, nothing else. */
export const withNotes = <context>(handlers: Handlers<context>, log: Log): Handlers<context> => {
  const wrap =
    (name: string, handle: AnyHandler): AnyHandler =>
    async (payload, call) => {
      log.note(`${name} received`)
      try {
        const result = await handle(payload, call)
        log.note(`${name} answered`)
        return result
      } catch (error) {
        log.note(`${name} failed: ${AppError.from(error).name}`)
        throw error
      }
    }
  const entries = Object.entries(handlers) as [RequestName, AnyHandler][]
  return Object.fromEntries(entries.map(([name, handle]) => [name, wrap(name, handle)])) as Handlers<context>
}
