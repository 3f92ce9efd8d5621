import { createTally, type Sharer, type Shares, sharesOf } from './sharer.ts'

/** What answers may weigh, taken before they are read and given back when they are sent. */
type ByteBudget = {
  /** Takes so many bytes. False, with nothing taken, when there are not so many left. */
  take(bytes: number): boolean
  give(bytes: number): void
}

/** Long answers never take what short ones need. */
export type Room = { short: ByteBudget; long: ByteBudget }

/** An answer of more bytes is long. */
export const longBytes = 64 * 1024

/** What many share. */
export type SharedRoom = {
  /** Of one of them, who never has all of it. */
  of(sharer: Sharer): Room
  /** Bytes that are taken now. */
  taken(): number
}

/** A quarter is for short answers, and a third of each part for one network. `most` is read each time: a setting holds from the next answer on. */
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

/** The answers of one body. */
export type Reservation = Room & {
  /** Gives back so many bytes, which are sent. */
  sent(bytes: number): void
  /** Gives all of it back, after which nothing is taken. */
  release(): void
  taken(): number
  /** Whether something was too much for it, after which nothing long is begun for this body. */
  isFull(): boolean
}

/** At most `most` bytes of what many share. */
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
