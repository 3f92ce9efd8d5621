export type SlotsOptions = {
  /** How many are taken at a time, and by one caller. */
  most: number
  mostOfOne: number
  /** How many wait for one at a time, and of one caller. */
  mostWaiting: number
  mostWaitingOfOne: number
  /** How long they wait. */
  patienceMs: number
}

export type Slots = {
  /** Gives a slot to `who`, as soon as there is one for them: what gives it back. Null when there is none in time. */
  take(who: string): Promise<(() => void) | null>
}

type Waiting = { who: string; start(): void }

/** Slots for what is dear, of which nobody gets all: whoever has their own ones waits, and keeps nobody else waiting. */
export function createSlots(options: SlotsOptions): Slots {
  const { most, mostOfOne, mostWaiting, mostWaitingOfOne, patienceMs } = options
  /** Callers, once for each slot that they have. */
  const taken: string[] = []
  const waiting: Waiting[] = []
  const isFree = (who: string): boolean =>
    taken.length < most && taken.filter((each) => each === who).length < mostOfOne

  function occupy(who: string): () => void {
    taken.push(who)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      taken.splice(taken.indexOf(who), 1)
      const next = waiting.findIndex((each) => isFree(each.who))
      if (next !== -1) waiting.splice(next, 1)[0]?.start()
    }
  }

  return {
    async take(who) {
      if (isFree(who)) return occupy(who)
      const own = waiting.filter((each) => each.who === who).length
      if (waiting.length >= mostWaiting || own >= mostWaitingOfOne) return null
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(entry), 1)
          resolve(null)
        }, patienceMs)
        const entry: Waiting = {
          who,
          start() {
            clearTimeout(timer)
            resolve(occupy(who))
          },
        }
        waiting.push(entry)
      })
    },
  }
}
