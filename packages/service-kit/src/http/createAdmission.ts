import { AppError } from '@latchkey/protocol/errors'
import { networksOf } from '../rateLimits/networkOf.ts'

/** Thrown for calls that exceed the limit of concurrent calls. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
}

/** Calls in progress in a process, at most. */
export const defaultCallsAtOnce = 256

/** Limits the calls in progress, in total and for each network. */
export type Admission = {
  /**
   * Admits a call of a row. Returns what ends it. `most`: how many of the row's places one network has; a wider one has half as
   * many again. Null: any number. Throws SERVICE_UNAVAILABLE, at once.
   */
  enter(row: string, ipAddress: string, most: number | null): () => void
  /** Calls in progress. */
  count(): number
}

/**
 * Half of all places at most are one row's, so that a row whose server is slow leaves room for the others, and no network
 * has all of these, so that nobody takes a row for themselves by calls that wait.
 */
export function createAdmission(callsAtOnce: number): Admission {
  const counts = new Map<string, number>()
  const countOf = (key: string): number => counts.get(key) ?? 0
  const add = (key: string, change: number): void => {
    const count = countOf(key) + change
    if (count === 0) counts.delete(key)
    else counts.set(key, count)
  }
  return {
    enter(row, ipAddress, most) {
      const { network, wide, widest } = networksOf(ipAddress)
      const places: [key: string, most: number][] = [
        ['all', callsAtOnce],
        [row, Math.ceil(callsAtOnce / 2)],
      ]
      if (most !== null) {
        places.push([`${row} ${network}`, most])
        for (const wider of [wide, widest]) if (wider !== null) places.push([`${row} ${wider}`, Math.ceil(1.5 * most)])
      }
      if (places.some(([key, limit]) => countOf(key) >= limit))
        throw new AppError('SERVICE_UNAVAILABLE', { cause: new Overloaded(`${countOf('all')} calls in progress`) })
      for (const [key] of places) add(key, 1)
      return () => {
        for (const [key] of places) add(key, -1)
      }
    },
    count: () => countOf('all'),
  }
}
