import { expect, test } from 'vitest'
import { assessPassphrase, passphraseText } from './assessPassphrase.ts'

test.each([
  ['', { isEnough: false, reason: 'short', missing: 12 }],
  ['eleven char', { isEnough: false, reason: 'short', missing: 1 }],
  ['aaaaaaaaaaaaaaaaaaaaaaaaa', { isEnough: false, reason: 'uniform' }],
  ['123451234512345', { isEnough: false, reason: 'uniform' }],
  ['twelve chars', { isEnough: true, length: 'least' }],
  ['sixteen charact.', { isEnough: true, length: 'good' }],
  ['twenty-four characters !', { isEnough: true, length: 'long' }],
])('%j', (typed, verdict) => {
  expect(assessPassphrase(typed)).toEqual(verdict)
})

test.each([
  'password1234',
  'Password1234!',
  'P@ssw0rd2024',
  'passwordpassword',
  'qwertyuiop123',
  '1qaz2wsx3edc',
  'iloveyou iloveyou',
  'Sunshine2019',
  'abcdefghijkl',
  '123456789012',
  'correct horse battery staple',
])('%j is refused: it is among what is guessed first', (typed) => {
  expect(assessPassphrase(typed)).toEqual({ isEnough: false, reason: 'common' })
})

test.each([
  'dragon lamp orbit quilt',
  'my password is not that',
  'Tr0ub4dor&3 and more',
  'xkcd 936 was right about this',
])('%j is not', (typed) => {
  expect(assessPassphrase(typed)).toMatchObject({ isEnough: true })
})

test('a passphrase of any length is judged at once', () => {
  expect(assessPassphrase('qwerty password '.repeat(2_000))).toMatchObject({ isEnough: true })
})

test('a character outside the basic plane counts as one', () => {
  expect(assessPassphrase('🔑🗝️🚪🪟🏠')).toMatchObject({ reason: 'short', missing: 6 })
})

test('the same letters composed differently are the same passphrase', () => {
  expect(passphraseText('schlu\u0308ssel')).toBe(passphraseText('schl\u00fcssel'))
  expect(passphraseText('ﬁne')).toBe('fine')
})
