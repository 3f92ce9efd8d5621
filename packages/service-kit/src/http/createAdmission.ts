import { AppError } from '@latchkey/protocol/errors'

/** Rejects calls that a busy process would only keep waiting. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
}

/** Calls in progress in a process, at most. */
export const defaultCallsAtOnce = 256

export type Admission = {
  /** Admits a call of a row. Returns what ends it. Throws SERVICE_UNAVAILABLE, at once. */
  enter(row: string): () => void
  /** Calls in progress. */
  count(): number
}

/** Half of all places at most are one row's, so that a row whose server is slow leaves room for the others. */
export function createAdmission(callsAtOnce: number): Admission {
  const byRow = new Map<string, number>()
  let all = 0
  return {
    enter(row) {
      const own = byRow.get(row) ?? 0
      if (all >= callsAtOnce || own >= Math.ceil(callsAtOnce / 2))
        throw new AppError('SERVICE_UNAVAILABLE', { cause: new Overloaded(`${all} calls in progress`) })
      all++
      byRow.set(row, own + 1)
      return () => {
        all--
        byRow.set(row, (byRow.get(row) ?? 1) - 1)
      }
    },
    count: () => all,
  }
}
