import { getLanguage, loadCopy, setLanguage } from '@latchkey/copy'
import { t } from '@latchkey/copy/loading'
import { afterEach, expect, test } from 'vitest'
import { addressInLanguage } from './addressInLanguage.ts'
import { startPseudoLanguage } from './startPseudoLanguage.ts'

afterEach(() => setLanguage('en'))

/** A document of a window with this query. The window's storage outlives its documents. */
const open = (search: string, kept = new Map<string, string>()) => {
  startPseudoLanguage({
    location: { search },
    sessionStorage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
    },
  })
  return kept
}

test.each(['', '?lang=de', '?projectId=demo'])('startPseudoLanguage › leaves %j in English', (search) => {
  open(search)
  expect(getLanguage()).toBe('en')
})

test('startPseudoLanguage › accents the words', async () => {
  open('?lang=en-XA')
  await loadCopy()
  expect(t('lead')).toContain('Tákîñg')
})

test('startPseudoLanguage › lasts in a window that came back with another address, until another language is asked for', async () => {
  const kept = open('?lang=en-XA')
  await setLanguage('en')
  open('', kept)
  expect(getLanguage()).toBe('en-XA')
  await setLanguage('en')
  open('?lang=en', kept)
  expect(getLanguage()).toBe('en')
})

test('startPseudoLanguage › does without storage, where the browser gives none', () => {
  const place = (search: string) => ({
    location: { search },
    get sessionStorage(): Storage {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  })
  startPseudoLanguage(place('?lang=en-XA'))
  expect(getLanguage()).toBe('en-XA')
  startPseudoLanguage(place(''))
})

test('addressInLanguage › names every language but English', async () => {
  expect(addressInLanguage('/loading')).toBe('/loading')
  await setLanguage('en-XA')
  expect(addressInLanguage('/loading')).toBe('/loading?lang=en-XA')
  expect(addressInLanguage('/approve', { projectId: 'demo' })).toBe('/approve?projectId=demo&lang=en-XA')
})
