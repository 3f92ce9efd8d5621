import { callerSignal } from '@latchkey/service-kit/http/callerSignal'
import { createTally, type Requester, type Sharer, sharesOf } from './sharer.ts'

export type SlotsOptions = {
  /** The most slots taken at a time, and by one network. */
  most: number
  maxOfOne: number
  /** The most callers waiting at a time, and of one network. */
  maxWaiting: number
  maxWaitingOfOne: number
  /** How long they wait. */
  timeoutMs: number
}

/** Gives a slot back. */
export type GiveBack = () => void

export type Slots<sharer extends Sharer = Sharer> = {
  /** Gives a slot to `who` as soon as one is free. Returns null when none is free in time, or the caller has left. */
  take(who: sharer): Promise<GiveBack | null>
}

type Waiting = { who: Sharer; start(): void }

/** Limits costly work so that no caller gets all slots: a caller over its share waits without blocking others. */
export function createSlots(options: SlotsOptions): Slots {
  const shares = sharesOf(options.most, options.maxOfOne)
  const waitingShares = sharesOf(options.maxWaiting, options.maxWaitingOfOne)
  const taken = createTally()
  const waitingCounts = createTally()
  const waiting: Waiting[] = []
  const isFree = (who: Sharer): boolean => taken.fits(who, 1, shares)

  function occupy(who: Sharer): GiveBack {
    taken.add(who, 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      taken.add(who, -1)
      waiting.find((each) => isFree(each.who))?.start()
    }
  }

  function wait(who: Sharer, caller: AbortSignal | undefined): Promise<GiveBack | null> {
    const { promise, resolve } = Promise.withResolvers<GiveBack | null>()
    const leave = (slot: GiveBack | null): void => {
      clearTimeout(timer)
      caller?.removeEventListener('abort', giveUp)
      waiting.splice(waiting.indexOf(entry), 1)
      waitingCounts.add(who, -1)
      resolve(slot)
    }
    const giveUp = (): void => leave(null)
    const entry: Waiting = { who, start: () => leave(occupy(who)) }
    const timer = setTimeout(giveUp, options.timeoutMs)
    caller?.addEventListener('abort', giveUp)
    waiting.push(entry)
    waitingCounts.add(who, 1)
    return promise
  }

  return {
    async take(who) {
      const caller = callerSignal()
      if (caller?.aborted) return null
      if (isFree(who)) return occupy(who)
      return waitingCounts.fits(who, 1, waitingShares) ? wait(who, caller) : null
    },
  }
}

/** Creates as many slots again for the services themselves. */
export function createSlotPools(options: SlotsOptions): Slots<Requester> {
  const pools = { pages: createSlots(options), own: createSlots(options) }
  return { take: (requester) => pools[requester.pool].take(requester) }
}
