import type { Database, Sql } from '@latchkey/service-kit/db/database'

/**
 * Kills the services at a chosen step and keeps them down until they are restarted. A step is: a call that arrives, a statement that is
 * about to run, a transaction that is about to commit, one that has committed, a response that is about to be sent.
 */
export type KillSwitch = {
  wrapDatabase: (database: Database) => Database
  wrapFetch: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch
  /** Counts from here: 0 is the next step. */
  killAt(step: number): void
  /** Brings the services back. Returns whether they had been killed. */
  revive(): boolean
}

export function createKillSwitch(): KillSwitch {
  let stepsLeft = Infinity
  let isDead = false
  const step = (): void => {
    if (stepsLeft-- <= 0) isDead = true
    if (isDead) throw new TypeError('killed')
  }
  return {
    wrapDatabase: (database) => ({
      ...database,
      transaction: async (role, work) => {
        const result = await database.transaction(role, async (sql) => {
          const counted: Sql = (text, ...values) => {
            step()
            return sql(text, ...values)
          }
          const done = await work(counted)
          step()
          return done
        })
        step()
        return result
      },
    }),
    wrapFetch: (fetch) => async (input, init) => {
      step()
      const response = await fetch(input, init)
      step()
      return response
    },
    killAt(step) {
      stepsLeft = step
    },
    revive() {
      const wasDead = isDead
      isDead = false
      stepsLeft = Infinity
      return wasDead
    },
  }
}
