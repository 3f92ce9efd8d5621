import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { en } from './en.ts'
import { enLater } from './enLater.ts'
import { errorWords } from './errorWords.ts'
import { formatWords, say } from './say.ts'

test.each([
  ['nothing to fill', {}, 'nothing to fill'],
  ['{a} and {b}', { a: 1, b: 'two' }, '1 and two'],
  ['{missing}!', {}, '!'],
  ['{constructor}', {}, ''],
  ['{n, plural, one {# code} other {# codes}}', { n: 1 }, '1 code'],
  ['{n, plural, one {# code} other {# codes}}', { n: 2 }, '2 codes'],
  ['{n, plural, =0 {none} one {# code} other {# codes}} left', { n: 0 }, 'none left'],
  ['{a}', { a: '{b}', b: 'no' }, '{b}'],
])('formats %j with %j as %j', (message, values, expected) => {
  expect(formatWords(message, values)).toBe(expected)
})

test('every message is well formed: filled with numbers, no brace is left', () => {
  for (const [key, message] of Object.entries({ ...en, ...enLater })) {
    const names = [...message.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => [name, 3])
    const text = formatWords(message, Object.fromEntries(names))
    expect(text, key).not.toMatch(/[{}]/)
    expect(text, key).not.toBe('')
  }
})

test('says what an error means, with its details', () => {
  expect(errorWords(new AppError('RATE_LIMITED', { details: { seconds: 12 } }))).toBe(
    'Please try again after 12 seconds',
  )
  expect(errorWords(new AppError('EMAIL_INVALID'))).toBe('Please enter a valid email address')
})

test('an error that is not the visitor’s to understand is still told', () => {
  expect(errorWords(new AppError('PROOF_INVALID'))).toBe(say('error.other'))
})

test('no word is in both tables', () => {
  expect(Object.keys(enLater).filter((key) => Object.hasOwn(en, key))).toEqual([])
})
