import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { notate } from './notate.ts'
import { readSchema } from './readSchema.ts'
import { withTables } from './reference.ts'

test('docs/protocol.md says what the tables say: if not, `npm run docs:protocol` updates it', () => {
  const text = readFileSync(new URL('../../../docs/protocol.md', import.meta.url), 'utf8')
  expect(text).toBe(withTables(text))
})

test('what somebody wrote around the tables stays', () => {
  const text = readFileSync(new URL('../../../docs/protocol.md', import.meta.url), 'utf8')
  expect(withTables(`before${text}after`)).toMatch(/^before.*after$/s)
  expect(() => withTables('no marks')).toThrow('marks')
})

test.each([
  [
    z.object({ a: z.string().check(z.maxLength(3)), b: z.optional(z.array(z.number())) }),
    '{ a: text(at most 3), b?: number[] }',
  ],
  [z.union([z.literal('native'), z.null()]), '"native" | null'],
  [z.array(z.union([z.string(), z.boolean()])).check(z.minLength(1), z.maxLength(9)), '(text | boolean)[](1 to 9)'],
  [z.tuple([z.string(), z.optional(z.number())]), '[text, number?]'],
  [z.record(z.string(), z.unknown()), 'jsonObject'],
  [z.looseObject({ a: z.nullable(z.string()) }), '{ a: text | null, … }'],
])('a shape reads as one would write it: %#', (schema, expected) => {
  expect(notate(readSchema(schema))).toBe(expected)
})

test('a kind of schema that nobody knows is an error', () => {
  expect(() => readSchema(z.date())).toThrow('nobody reads')
})
