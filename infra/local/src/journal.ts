import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type Journal<Entry> = {
  /** The entries from before this start, oldest first. */
  readonly entries: readonly Entry[]
  append(entry: Entry): void
}

/**
 * Opens an append-only log of a chain's events, one line of JSON each: nothing has to be saved at exit, however that happens. A line that a
 * power cut has truncated is dropped, with all after it.
 */
export const openJournal = <Entry>(file: string): Journal<Entry> => {
  mkdirSync(dirname(file), { recursive: true })
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const entries: Entry[] = []
  for (const line of text.split('\n')) {
    const entry = readLine<Entry>(line)
    if (entry === undefined) break
    entries.push(entry)
  }
  const kept = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  if (kept !== text) writeFileSync(file, kept)
  return {
    entries,
    append: (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`),
  }
}

const readLine = <Entry>(line: string): Entry | undefined => {
  try {
    return JSON.parse(line) as Entry
  } catch {
    return undefined
  }
}
