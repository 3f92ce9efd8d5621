import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const text = readFileSync(fileURLToPath(new URL('docs/specification.md', root)), 'utf8')
const rows = text.split('\n').filter((line) => /^\| (?!Behavior |---)/.test(line))

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
