import { type Clock, systemClock } from './clock.ts'

/** Caches responses of rows with a `cacheMs`, by request. */
export type AnswerMemory = {
  recall(asked: string): { outcome: unknown } | undefined
  keep(asked: string, outcome: unknown, forMs: number): void
  /** Returns the result of `ask`, or of the same request if one is in progress. */
  share(asked: string, ask: () => Promise<unknown>): Promise<unknown>
}

/** Creates a cache for `createApiClient`. Two clients may share one. */
export const createAnswerMemory = (clock: Clock = systemClock): AnswerMemory => {
  const kept = new Map<string, { outcome: unknown; until: number }>()
  const underWay = new Map<string, Promise<unknown>>()
  return {
    recall: (asked) => {
      const found = kept.get(asked)
      return found !== undefined && clock.now() < found.until ? found : undefined
    },
    keep: (asked, outcome, forMs) => {
      for (const [other, { until }] of kept) if (clock.now() >= until) kept.delete(other)
      kept.set(asked, { outcome, until: clock.now() + forMs })
    },
    share: (asked, ask) => {
      const first = underWay.get(asked)
      if (first !== undefined) return first
      const outcome = ask().finally(() => underWay.delete(asked))
      underWay.set(asked, outcome)
      return outcome
    },
  }
}
