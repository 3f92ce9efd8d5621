import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultTarget, Services } from './startServices.ts'

/** What one person has to do with a death. */
export type Fault = {
  /** `arrived`: everybody is at their step; `done`: what is to die is dead. */
  strike(): { arrived: Promise<void>; done: Promise<void> }
  /** They have come to the end of their way without having been struck. */
  miss(): void
  /** They have noticed; resolves when what has died is alive again. */
  survive(): Promise<void>
}

/** What is dead stays dead until all have noticed, and at most this long: some wait for it to come back. */
const maxDeadMs = 1_500

/**
 * One death for several people at once, each of whom is struck at a step of their own: answers what it is to the next of them.
 *
 * @param delayMs from when all have arrived to the death: calls that are under way get that far.
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

/** Nothing dies; what is lost is lost to one person alone. */
export const noFault = (): Fault => ({
  strike: () => ({ arrived: Promise.resolve(), done: Promise.resolve() }),
  miss: () => undefined,
  survive: async () => undefined,
})
