import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { createCopy } from './createCopy.ts'
import { plural, select } from './format.ts'
import { getLanguage, loadCopy, setLanguage, setTexts, withCopy } from './language.ts'
import { rich } from './react.ts'

const english = { title: 'Send', to: (v: { name: string | number }) => `to ${v.name}`, only: 'Only here' } as const

afterEach(() => {
  setTexts()
  return setLanguage('en')
})

test('createCopy › returns English until another language is set', () => {
  const t = createCopy('first', english)
  expect([t('title'), t('to', { name: 'Ada' })]).toEqual(['Send', 'to Ada'])
})

test('setLanguage › loads the features in use, and falls back to whole English sentences', async () => {
  const t = createCopy('second', english)
  await setLanguage('de', {
    second: async () => ({ messages: { title: 'Senden', to: (v: { name: string }) => `an ${v.name}` } }),
  })
  expect(getLanguage()).toBe('de')
  expect([t('title'), t('to', { name: 'Ada' }), t('only')]).toEqual(['Senden', 'an Ada', 'Only here'])
})

test('loadCopy › loads a feature that was imported later, and leaves one that fails in English', async () => {
  await setLanguage('de', {
    third: async () => ({ messages: { title: 'Senden' } }),
    fourth: () => Promise.reject(new Error('offline')),
  })
  const third = createCopy('third', english)
  const fourth = createCopy('fourth', english)
  expect(third('title')).toBe('Send')
  await loadCopy()
  expect([third('title'), fourth('title')]).toEqual(['Senden', 'Send'])
})

test('withCopy › loads what a chunk brings before it is shown', async () => {
  await setLanguage('de', { seventh: async () => ({ messages: { title: 'Senden' } }) })
  const t = await withCopy(Promise.resolve().then(() => createCopy('seventh', english)))
  expect(t('title')).toBe('Senden')
})

test('setLanguage › drops what an earlier language loads too late', async () => {
  const late = Promise.withResolvers<{ messages: { title: string } }>()
  const t = createCopy('fifth', english)
  const first = setLanguage('de', { fifth: () => late.promise })
  await setLanguage('fr', { fifth: async () => ({ messages: { title: 'Envoyer' } }) })
  late.resolve({ messages: { title: 'Senden' } })
  await first
  expect(t('title')).toBe('Envoyer')
})

test('setTexts › comes before every language, for the messages that it has', async () => {
  const t = createCopy('eighth', english)
  await setLanguage('de', { eighth: async () => ({ messages: { title: 'Senden', only: 'Nur hier' } }) })
  setTexts({ eighth: { title: 'Pay', to: (v: { name: string }) => `for ${v.name}` } })
  expect([t('title'), t('to', { name: 'Ada' }), t('only')]).toEqual(['Pay', 'for Ada', 'Nur hier'])
  setTexts()
  expect(t('title')).toBe('Senden')
})

test.each([
  ['en', 0, 'none'],
  ['en', 1, '1 wallet'],
  ['en', 3, 'wallets'],
  ['ru', 22, 'wallets'],
])('plural › chooses the branch of %s for %i', (language, count, branch) => {
  expect(plural(language, count, { '=0': 'none', one: '1 wallet', other: 'wallets' })).toBe(branch)
})

test('select › takes no branch from the prototype', () => {
  expect(select('constructor', { other: 'else' })).toBe('else')
})

test('rich › puts elements in the places of arguments', () => {
  const t = createCopy('sixth', {
    legal: (v: { terms: string | number; privacy: string | number }) => `${v.terms} and ${v.privacy}.`,
  })
  const link = (text: string) => createElement('a', null, text)
  const nodes = rich((names) => t('legal', names), { terms: link('Terms'), privacy: link('Privacy') })
  expect(renderToStaticMarkup(createElement('p', null, nodes))).toBe('<p><a>Terms</a> and <a>Privacy</a>.</p>')
})
