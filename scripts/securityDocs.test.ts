/** The threat model and the reviews' outcomes: each finding has its row, and everything that a row names exists. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { anchorsOf } from '../docs/site/src/anchorsOf.ts'

const docs = fileURLToPath(new URL('../docs', import.meta.url))
const read = (file: string): string => readFileSync(join(docs, file), 'utf8')
const [review, model] = [read('security-review.md'), read('threat-model.md')]
const numbered = (letter: string, count: number) => Array.from({ length: count }, (_, index) => `${letter}${index + 1}`)
const findings = [...numbered('H', 6), ...numbered('M', 12), ...numbered('L', 17), ...numbered('A', 16)]

test.each(['security-review.md', 'threat-model.md'])(
  'every link of %s leads to a file, and to a heading in it',
  (name) => {
    const links = [...read(name).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)]
    expect(links.length).toBeGreaterThan(20)
    const broken = links.filter(([, path = '', anchor]) => {
      const file = path === '' ? join(docs, name) : join(dirname(join(docs, name)), path)
      if (!existsSync(file)) return true
      return anchor !== undefined && !anchorsOf(readFileSync(file, 'utf8')).has(anchor)
    })
    expect(broken.map(([link]) => link)).toEqual([])
  },
)

test('each finding has one row, in order, which names a test, or the section of the threat model that answers it', () => {
  const rows = review.split('\n').flatMap((line) => {
    const [, finding, state, shown] = /^\| ([HMLA]\d+)\b.*? \| (.*) \| (.*?) ?\|$/.exec(line) ?? []
    return finding === undefined ? [] : [{ finding, state: state ?? '', shown: shown ?? '' }]
  })
  expect(rows.map(({ finding }) => finding)).toEqual(findings)
  const sections = [...model.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading?.split(',')[0])
  for (const { finding, state, shown } of rows) {
    const isTested = /\]\([^)]+\.(?:test|spec)\.tsx?\)/.test(shown)
    const isAnswered = /\]\([^)]+\.md[^)]*\)/.test(state)
    const named = [...state.matchAll(/"([^"]+)"/g)].map(([, section]) => section)
    expect([finding, named.filter((section) => !sections.includes(section))]).toEqual([finding, []])
    expect([finding, isTested || isAnswered || named.length > 0]).toEqual([finding, true])
  }
})
