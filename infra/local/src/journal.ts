import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type Journal<Entry> = {
  /** What was written before this start, the oldest first. */
  readonly entries: readonly Entry[]
  append(entry: Entry): void
}

/**
 * All that has happened on a chain, a line of JSON each, in a file that is only ever added to: nothing has to be saved at the
 * end, however that comes. A line that a power cut has left torn is dropped, with all behind it.
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
