import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** What a transaction has left behind: address, lamports, owner, whether it is executable, and the data as base64. */
export type KeptAccount = readonly [
  address: string,
  lamports: number,
  owner: string,
  isExecutable: boolean,
  data: string,
]

/** A line of the journal: when the cluster began (milliseconds since the epoch), or a transaction and what it changed. */
export type JournalEntry<Record> = { originMs: number } | { record: Record; accounts: readonly KeptAccount[] }

export type Journal<Record> = {
  readonly entries: readonly JournalEntry<Record>[]
  append(entry: JournalEntry<Record>): void
}

/**
 * All that has happened, a line each, in a file that is only ever added to: nothing has to be saved at the end, however that
 * comes. A line that a power cut has left torn is dropped, with all behind it.
 */
export const openJournal = <Record>(file: string): Journal<Record> => {
  mkdirSync(dirname(file), { recursive: true })
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const entries: JournalEntry<Record>[] = []
  for (const line of lines) {
    const entry = readLine<Record>(line)
    if (entry === undefined) break
    entries.push(entry)
  }
  const kept = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  if (kept !== lines.join('\n')) writeFileSync(file, kept)
  return {
    entries,
    append: (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`),
  }
}

const readLine = <Record>(line: string): JournalEntry<Record> | undefined => {
  try {
    return JSON.parse(line) as JournalEntry<Record>
  } catch {
    return undefined
  }
}
