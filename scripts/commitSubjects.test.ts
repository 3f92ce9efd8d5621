import { expect, test } from 'vitest'
import { findLongSubjects } from './commitSubjects.ts'

test('findLongSubjects returns subjects of more than 72 characters', () => {
  const fits = `docs: ${'a'.repeat(66)}`
  expect(findLongSubjects([fits, `${fits}b`, ''])).toEqual([`${fits}b`])
})

test('findLongSubjects counts characters, not UTF-16 units', () => {
  expect(findLongSubjects(['😀'.repeat(72)])).toEqual([])
})

test('findLongSubjects exempts merges', () => {
  expect(findLongSubjects([`Merge ${'a'.repeat(40)} into ${'b'.repeat(40)}`])).toEqual([])
})
