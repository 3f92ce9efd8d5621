import { createTally, type Sharer, type Shares, sharesOf } from './sharer.ts'

/** Memory for answers, taken before they are read and given back once sent. */
type ByteBudget = {
  /** Takes `bytes`. Returns false, and takes nothing, when fewer are left. */
  take(bytes: number): boolean
  give(bytes: number): void
}

/** Long answers never take the memory for short ones. */
export type Room = { short: ByteBudget; long: ByteBudget }

/** An answer of more bytes is long. */
export const longBytes = 64 * 1024

/** Memory that many callers share. */
export type SharedRoom = {
  /** Returns one sharer's part, never all of it. */
  of(sharer: Sharer): Room
  /** Bytes that are taken now. */
  taken(): number
}

/**
 * A quarter is for short answers, and a third of each part for one network. `most` is read each time: a new setting applies from the next
 * answer on.
 */
export function createSharedRoom(most: () => number): SharedRoom {
  const short = createSharedBudget(() => most() / 4)
  const long = createSharedBudget(() => (most() * 3) / 4)
  return {
    of: (sharer) => ({ short: short.of(sharer), long: long.of(sharer) }),
    taken: () => short.taken() + long.taken(),
  }
}

function createSharedBudget(most: () => number) {
  const tally = createTally()
  const shares = (): Shares => sharesOf(most(), most() / 3)
  return {
    of: (sharer: Sharer): ByteBudget => ({
      take(bytes) {
        if (!tally.fits(sharer, bytes, shares())) return false
        tally.add(sharer, bytes)
        return true
      },
      give: (bytes) => tally.add(sharer, -bytes),
    }),
    taken: tally.taken,
  }
}

/** The memory for one body's answers. */
export type Reservation = Room & {
  /** Gives back `bytes`, which are sent. */
  sent(bytes: number): void
  /** Gives all of it back, after which nothing can be taken. */
  release(): void
  taken(): number
  /** Whether a request for memory failed, after which nothing long is started for this body. */
  isFull(): boolean
}

/** Reserves up to `most` bytes of the shared memory. */
export function reserveFrom(shared: Room, most: number): Reservation {
  const held = { short: 0, long: 0 }
  let isOver = false
  let isFull = false
  const taken = (): number => held.short + held.long
  const partOf = (part: 'short' | 'long'): ByteBudget => ({
    take(bytes) {
      const isTaken = !isOver && taken() + bytes <= most && shared[part].take(bytes)
      if (isTaken) held[part] += bytes
      else isFull = true
      return isTaken
    },
    give(bytes) {
      if (isOver) return
      held[part] -= bytes
      shared[part].give(bytes)
    },
  })
  const [short, long] = [partOf('short'), partOf('long')]
  const sent = (bytes: number): void => {
    const ofLong = Math.min(bytes, held.long)
    long.give(ofLong)
    short.give(Math.min(bytes - ofLong, held.short))
  }
  return {
    short,
    long,
    sent,
    taken,
    isFull: () => isFull,
    release() {
      sent(taken())
      isOver = true
    },
  }
}

/** The memory of one answer of unknown length: some at first, more while it is read. */
export type Hold = {
  /** Holds `bytes`, the answer's size so far. Returns false when there are not enough left. */
  grow(bytes: number): boolean
  /** Sets the answer's final size and gives back the rest. */
  keep(bytes: number): void
  /** Drops the answer. */
  drop(): void
}

/** Returns null when not even the first bytes are left. */
export function holdFrom(room: Room, first: number): Hold | null {
  if (!room.short.take(first)) return null
  let part = room.short
  let held = first
  const keep = (bytes: number): void => {
    part.give(held - bytes)
    held = bytes
  }
  return {
    grow(bytes) {
      if (bytes <= held) return true
      if (bytes > longBytes && part === room.short) {
        keep(0)
        part = room.long
      }
      if (!part.take(bytes - held)) return false
      held = bytes
      return true
    },
    keep,
    drop: () => keep(0),
  }
}
