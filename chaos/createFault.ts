import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultTarget, Services } from './startServices.ts'

/** One user's part in a fault. */
export type Fault = {
  /** `arrived`: all users are at their step; `done`: the target has crashed. */
  strike(): { arrived: Promise<void>; done: Promise<void> }
  /** The user has finished without being struck. */
  miss(): void
  /** The user has noticed; resolves when the target runs again. */
  survive(): Promise<void>
}

/** A crashed target stays down until all users have noticed, and at most this long: some wait for its return. */
const maxDeadMs = 1_500

/**
 * Schedules one fault shared by several concurrent users, each at their own step; each call returns the next user's part.
 *
 * @param delayMs from the last user's arrival to the crash: calls in progress get that far.
 */
export function createFault(services: Services, mortal: FaultTarget, people: number, delayMs: number): () => Fault {
  const all = Promise.withResolvers<void>()
  const noticed = Promise.withResolvers<void>()
  let toArrive = people
  let toNotice = people
  const done = all.promise.then(() => sleep(delayMs)).then(() => services.crash(mortal))
  const mended = done.then(() => Promise.race([noticed.promise, sleep(maxDeadMs)])).then(() => services.mend())
  mended.catch(() => undefined)
  const arrive = (): void => {
    toArrive--
    if (toArrive === 0) all.resolve()
  }
  return () => {
    let hasNoticed = false
    const notice = (): void => {
      if (hasNoticed) return
      hasNoticed = true
      toNotice--
      if (toNotice === 0) noticed.resolve()
    }
    return {
      strike() {
        arrive()
        return { arrived: all.promise, done }
      },
      miss() {
        arrive()
        notice()
      },
      async survive() {
        notice()
        await mended
      },
    }
  }
}

/** Nothing crashes; only one user loses something. */
export const noFault = (): Fault => ({
  strike: () => ({ arrived: Promise.resolve(), done: Promise.resolve() }),
  miss: () => undefined,
  survive: async () => undefined,
})
