import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readParts } from './describeParts.ts'

test('readParts › finds what the modal draws, by the names that style sheets use', () => {
  const parts = readParts(fileURLToPath(new URL('../../../..', import.meta.url)))
  expect(parts.size).toBeGreaterThan(80)
  expect([...parts.keys()]).toEqual(
    expect.arrayContaining(['dialog', 'header', 'row', 'link', 'field', 'account-head']),
  )
  expect(parts.get('pairing')).toEqual(['ScanCode'])
  for (const name of parts.keys()) expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*$/)
})
