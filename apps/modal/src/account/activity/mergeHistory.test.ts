import { expect, test } from 'vitest'
import { testTransaction } from '../testHistory.fixture.ts'
import { append, putFirst } from './mergeHistory.ts'

const list = (...ids: string[]) => ids.map((id) => testTransaction({ id }))
const read = ({ items, next }: { items: readonly { id: string }[]; next: string | null }) =>
  [...items.map(({ id }) => id), next].join(' ')

test.each([
  ['new ones come first', ['b', 'a'], ['c', 'b'], 'c b a known'],
  ['one that a reorganisation took away is gone', ['x', 'b', 'a'], ['c', 'b'], 'c b a known'],
  ['what does not meet is read again from there', ['b', 'a'], ['e', 'd'], 'e d page'],
  ['nothing was known', [], ['b', 'a'], 'b a page'],
])('%s', (_, known, page, expected) => {
  expect(read(putFirst({ items: list(...known), next: 'known' }, { data: list(...page), next: 'page' }))).toBe(expected)
})

test('a first page that is all there is takes the place of everything', () => {
  expect(read(putFirst({ items: list('b', 'a'), next: 'known' }, { data: list('b'), next: null }))).toBe('b ')
})

test('an end that was reached is asked about again: more of the past may have been read since', () => {
  const known = { items: list('b', 'a'), next: null }
  const fresh = putFirst(known, { data: list('c', 'b'), next: 'page' })
  expect(read(fresh)).toBe('c b a page')
  expect(read(append(fresh, { data: list('a', 'z'), next: null }))).toBe('c b a z ')
})

test('a page that overlaps what is known adds each once', () => {
  expect(read(append({ items: list('c', 'b'), next: 'one' }, { data: list('b', 'a'), next: null }))).toBe('c b a ')
})
