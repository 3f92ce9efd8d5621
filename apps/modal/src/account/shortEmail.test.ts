import { expect, test } from 'vitest'
import { shortEmail } from './shortEmail.ts'

test.each([
  ['ada@example.com', 'ada@example.com'],
  [`${'a'.repeat(18)}@example.com`, `${'a'.repeat(18)}@example.com`],
  [`${'a'.repeat(19)}@example.com`, `${'a'.repeat(19)}@example.c…`],
  ['😀'.repeat(31), `${'😀'.repeat(29)}…`],
])('%s reads %s', (email, expected) => {
  expect(shortEmail(email)).toBe(expected)
})
