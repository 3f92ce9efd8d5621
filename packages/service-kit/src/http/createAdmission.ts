import { AppError } from '@latchkey/protocol/errors'
import { networksOf } from '../rateLimits/networkOf.ts'

/** Thrown for calls that exceed the limit of concurrent calls. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
}

/** Maximum number of concurrent calls in a process. */
export const defaultCallsAtOnce = 256

/** Limits concurrent calls, in total and for each network. */
export type Admission = {
  /**
   * Admits a call of an endpoint row. Returns the function that ends it. `most`: how many of the row's slots one network may use; a wider
   * network may use half as many again. Null: any number. Throws SERVICE_UNAVAILABLE at once.
   */
  enter(row: string, ipAddress: string, most: number | null): () => void
  /** Returns the number of concurrent calls. */
  count(): number
}

/**
 * One row gets at most half of all slots, so that a row whose server is slow leaves room for the others. One network never gets all of a
 * row's slots, so that slow calls can't occupy a row.
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
