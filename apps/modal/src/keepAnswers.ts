import { type AnswerMemory, createAnswerMemory, type EndpointRow } from '@latchkey/api-client'
import { parseJson } from '@latchkey/protocol/parseJson'
import type { ModalStorage } from './storage.ts'

type Entry = { readonly asked: string; readonly until: number; readonly outcome: unknown }

const maxEntries = 32
const maxCharacters = 32_000

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' &&
  value !== null &&
  'asked' in value &&
  typeof value.asked === 'string' &&
  'until' in value &&
  typeof value.until === 'number' &&
  'outcome' in value

/**
 * Creates a memory that keeps the answers of some rows in the storage too, for as long as the row says: names for 5 minutes, prices for 15 s
 * (specification section 9). What is read there is parsed as an answer of its row; the oldest give way to more than 32 or 32,000 characters.
 * An empty list, such as that of a name that doesn't exist yet, is not stored. Disconnecting forgets all of it, also what is asked at that
 * moment.
 */
export const keepAnswers = (
  storage: ModalStorage | undefined,
  rows: readonly EndpointRow[],
  now: () => number = Date.now,
): AnswerMemory => {
  const memory = createAnswerMemory()
  if (storage === undefined) return memory
  const rowOf = (asked: string) => {
    const path = asked.replace(/^\w+:\/\/[^/]+/, '')
    return rows.find((row) => path.startsWith(row.path.replace(/:.*/, '')))
  }
  const read = (): readonly Entry[] => {
    const entries = parseJson(storage.read('answer-cache') ?? '')
    return Array.isArray(entries) ? entries.filter(isEntry).filter(({ until }) => now() < until) : []
  }
  return {
    ...memory,
    recall(asked) {
      const known = memory.recall(asked)
      const row = rowOf(asked)
      if (known !== undefined || row === undefined) return known
      // Disconnecting removes this mark of a list.
      if (storage.read('answer-cache') === undefined) storage.write('answer-cache', '[]')
      const kept = read().find((entry) => entry.asked === asked)
      // Setting the clock back must not extend an entry's lifetime.
      if (kept === undefined || kept.until - now() > (row.cacheMs ?? 0)) return undefined
      const parsed = row.response.safeParse(kept.outcome)
      return parsed.success ? { outcome: parsed.data } : undefined
    },
    keep(asked, outcome, forMs) {
      memory.keep(asked, outcome, forMs)
      const isEmpty = Array.isArray(outcome) && outcome.length === 0
      if (isEmpty || rowOf(asked) === undefined || storage.read('answer-cache') === undefined) return
      const others = read().filter((entry) => entry.asked !== asked)
      let entries = [{ asked, until: now() + forMs, outcome }, ...others].slice(0, maxEntries)
      while (JSON.stringify(entries).length > maxCharacters) entries = entries.slice(0, -1)
      storage.write('answer-cache', JSON.stringify(entries))
    },
  }
}
