import { expect, test } from 'vitest'
import { judgePassphrase, passphraseText } from './judgePassphrase.ts'

test.each([
  ['', { isEnough: false, reason: 'short', missing: 12 }],
  ['eleven char', { isEnough: false, reason: 'short', missing: 1 }],
  ['aaaaaaaaaaaaaaaaaaaaaaaaa', { isEnough: false, reason: 'uniform' }],
  ['123451234512345', { isEnough: false, reason: 'uniform' }],
  ['twelve chars', { isEnough: true, length: 'least' }],
  ['sixteen charact.', { isEnough: true, length: 'good' }],
  ['twenty-four characters !', { isEnough: true, length: 'long' }],
])('%j', (typed, verdict) => {
  expect(judgePassphrase(typed)).toEqual(verdict)
})

test('a character outside the basic plane counts as one', () => {
  expect(judgePassphrase('🔑🗝️🚪🪟🏠')).toMatchObject({ reason: 'short', missing: 6 })
})

test('the same letters composed differently are the same passphrase', () => {
  expect(passphraseText('schlu\u0308ssel')).toBe(passphraseText('schl\u00fcssel'))
  expect(passphraseText('ﬁne')).toBe('fine')
})
