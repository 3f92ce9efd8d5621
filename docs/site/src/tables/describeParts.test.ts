import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isDrawn, readParts } from './describeParts.ts'
import { partTable } from './partTable.ts'

const parts = readParts(fileURLToPath(new URL('../../../..', import.meta.url)))

test('readParts › finds what the modal draws, by the names that style sheets use', () => {
  expect(parts.size).toBeGreaterThan(80)
  expect(parts.get('pairing')).toEqual(['ScanCode'])
  for (const name of parts.keys()) expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*(?:-\*)?$/)
})

test.each(partTable)('the part $name is drawn', ({ name }) => {
  expect(isDrawn(parts, name)).toBe(true)
})

test('a name that nothing draws is not', () => {
  expect(isDrawn(parts, 'dialogue')).toBe(false)
})
