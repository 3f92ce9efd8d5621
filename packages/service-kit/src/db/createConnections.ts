import { AppError } from '@latchkey/protocol/errors'
import { createDependency, DependencyAway } from '../dependencies/createDependency.ts'
import { requireCaller } from '../http/callerSignal.ts'
import { Overloaded } from '../http/createAdmission.ts'
import type { Log } from '../log.ts'
import { isAwayCode, translateAway } from './databaseAway.ts'

/** The pool's size and what it needs to detect a lost server. */
export type ConnectionsOptions = {
  size: number
  /** Probes the server on a separate connection. */
  look(): Promise<unknown>
  /** Ends all connections at once; the next call opens new ones. */
  reset(): void
  log: Log
  /** Maximum wait of a call for a connection, in milliseconds. */
  waitMs?: number
  /** Maximum time a call may use a connection, in ms: longer than any transaction takes. After that, all connections are replaced. */
  maxCallMs?: number
}

/** Manages the connections of one pool: assigns them to calls, and replaces them when the server doesn't respond. */
export function createConnections(options: ConnectionsOptions) {
  const { size, look, reset, log, waitMs = 2_000, maxCallMs = 20_000 } = options
  const server = createDependency({
    name: 'database',
    look,
    lostEvent: 'database lost',
    backEvent: 'database back',
    log,
    onLost: reset,
  })
  let free = size
  const waiting: (() => void)[] = []

  const take = async (): Promise<void> => {
    if (free > 0) {
      free--
      return
    }
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const start = () => resolve(true)
    waiting.push(start)
    const startedAt = performance.now()
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(start), 1)
      resolve(false)
    }, waitMs)
    const isMine = await promise
    clearTimeout(timer)
    const durationMs = performance.now() - startedAt
    log({ level: 'debug', event: 'waited for a connection', durationMs, outcome: isMine ? 'got one' : 'rejected' })
    if (!isMine)
      throw new AppError('SERVICE_UNAVAILABLE', { cause: new Overloaded(`no connection within ${waitMs} ms`) })
  }
  const giveBack = (): void => {
    const next = waiting.shift()
    if (next === undefined) free++
    else next()
  }

  return {
    /**
     * Throws SERVICE_UNAVAILABLE when nothing was done, SERVICE_UNREACHABLE when the outcome is unknown, ABORTED when the caller has left.
     */
    async use<result>(work: () => Promise<result>): Promise<result> {
      let hasBegun = false
      try {
        return await server.ask(async (isOver) => {
          await take()
          const dead = setTimeout(reset, maxCallMs)
          try {
            requireCaller()
            if (isOver()) throw new DependencyAway('the database went while this call waited')
            hasBegun = true
            return await work()
          } finally {
            clearTimeout(dead)
            giveBack()
          }
        })
      } catch (cause) {
        if (cause instanceof DependencyAway)
          throw new AppError(hasBegun ? 'SERVICE_UNREACHABLE' : 'SERVICE_UNAVAILABLE', { cause })
        if (isAwayCode(cause)) void server.check()
        throw translateAway(cause)
      }
    },
    check: server.check,
    count: () => ({ busy: size - free, free, waiting: waiting.length }),
    close: server.close,
  }
}
