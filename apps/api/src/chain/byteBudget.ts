/** What answers may weigh, taken before they are read and given back when they are sent. */
export type ByteBudget = {
  /** Takes so many bytes. False, with nothing taken, when there are not so many left. */
  take(bytes: number): boolean
  give(bytes: number): void
  /** Bytes that are taken now. */
  taken(): number
}

/** `most` is read each time, so that a setting holds from the next answer on. */
export function createByteBudget(most: () => number): ByteBudget {
  let taken = 0
  return {
    take(bytes) {
      if (taken + bytes > most()) return false
      taken += bytes
      return true
    },
    give(bytes) {
      taken -= bytes
    },
    taken: () => taken,
  }
}

/** The answers of one body: what they take of the budget of the process is given back together, once they are sent. */
export type Reservation = ByteBudget & {
  release(): void
  /** Whether something was too much for it, after which nothing long is begun for this body. */
  isFull(): boolean
}

/** At most `most` bytes of a budget that all bodies share. */
export function reserveFrom(shared: ByteBudget, most: number): Reservation {
  const own = createByteBudget(() => most)
  let isOver = false
  let isFull = false
  const takeBoth = (bytes: number): boolean => {
    if (isOver || !own.take(bytes)) return false
    if (shared.take(bytes)) return true
    own.give(bytes)
    return false
  }
  return {
    take(bytes) {
      const isTaken = takeBoth(bytes)
      isFull ||= !isTaken
      return isTaken
    },
    isFull: () => isFull,
    give(bytes) {
      if (isOver) return
      own.give(bytes)
      shared.give(bytes)
    },
    taken: own.taken,
    release() {
      if (isOver) return
      isOver = true
      shared.give(own.taken())
    },
  }
}

/** What one answer takes, before its length is known: some at first, more while it is read. */
export type Hold = {
  /** Holds as many bytes as the answer has by now. False when there are not so many left. */
  grow(bytes: number): boolean
  /** The answer has so many bytes; what was held beside them is given back. */
  keep(bytes: number): void
  /** The answer is not kept. */
  drop(): void
}

/** Null when not even the first bytes are left. */
export function holdFrom(room: ByteBudget, first: number): Hold | null {
  if (!room.take(first)) return null
  let held = first
  const keep = (bytes: number): void => {
    room.give(held - bytes)
    held = bytes
  }
  return {
    grow(bytes) {
      if (bytes <= held) return true
      if (!room.take(bytes - held)) return false
      held = bytes
      return true
    },
    keep,
    drop: () => keep(0),
  }
}
