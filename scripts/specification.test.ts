import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const text = readFileSync(fileURLToPath(new URL('docs/specification.md', root)), 'utf8')
const [summary = '', ...sections] = text.split('\n## ')
const rows = sections.flatMap((section) => section.split('\n').filter((line) => /^\| (?!Behavior |---)/.test(line)))
const states = ['Done', 'Decided', 'Done in part', 'Missing'] as const
const stateOf = (row: string) => /^(Done in part: |Missing: |Done$|Decided \()/.exec(row.split(' | ')[1] ?? '')?.[0]

test('the table of the specification has rows, and each names where it is', () => {
  expect(rows.length).toBeGreaterThan(10)
  for (const row of rows) expect(row, row).toMatch(/^\| [^|]+ \| [^|]+ \| `[\w./-]+\/[\w./-]+`/)
})

test('the table of the specification names paths that exist', () => {
  const paths = rows.flatMap((row) =>
    [...(row.split(' | ')[2] ?? '').matchAll(/`([\w.-]+\/[\w./-]+)`/g)].map(([, path]) => path),
  )
  const missing = paths.filter((path) => !existsSync(fileURLToPath(new URL(path ?? '', root))))
  expect(missing).toEqual([])
})

test('the summary counts the rows, and each has one of the four states', () => {
  const starts = { Done: 'Done', Decided: 'Decided (', 'Done in part': 'Done in part: ', Missing: 'Missing: ' }
  const counts = states.map((state) => rows.filter((row) => stateOf(row) === starts[state]).length)
  expect(summary).toContain(`| **All** | ${counts.map((count) => `**${count}**`).join(' | ')} |`)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(rows.length)
})
