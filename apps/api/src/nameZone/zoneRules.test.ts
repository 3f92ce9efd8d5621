import { describe, expect, test } from 'vitest'
import { candidateLabels, labelFault, labelOf, placeOf, readRegisterMessage, skeletonOf } from './zoneRules.ts'

const zone = { parent: 'example.eth', reserved: ['acme'] }
const now = new Date('2026-01-01T00:00:00Z')
const seconds = now.getTime() / 1000
const thrown = (text: string) => {
  try {
    readRegisterMessage(text, now)
  } catch (error) {
    return (error as { name: string }).name
  }
  return null
}

describe('labelFault', () => {
  test.each(['adas', 'ada-lovelace', '1815', 'a'.repeat(63), 'ada--lovelace'])('accepts %s', (label) =>
    expect(labelFault(label, zone)).toBe(null),
  )
  test.each([
    ['characters', 'ada_lovelace'],
    ['characters', 'ada.lovelace'],
    ['characters', 'аdalovelace'],
    ['characters', 'ada\u200blovelace'],
    ['characters', 'Adas'],
    ['short', 'ada'],
    ['short', ''],
    ['long', 'a'.repeat(64)],
    ['form', '-adas'],
    ['form', 'adas-'],
    ['form', 'xn--adas'],
    ['form', 'ab--cd'],
    ['reserved', 'support'],
    ['reserved', 'supp0rt'],
    ['reserved', 'adm1n'],
    ['reserved', 'sup-port'],
    ['reserved', 'acme'],
    ['reserved', 'acrne'],
  ])('reports %s for %s', (fault, label) => expect(labelFault(label, zone)).toBe(fault))
})

test('skeletonOf is equal for labels that look alike, and different for others', () => {
  for (const [one, other] of [
    ['modern', 'modem'],
    ['vvilliam', 'william'],
    ['hello', 'he11o'],
    ['hello', 'hel-lo'],
    ['boo', 'b00'],
  ] as const)
    expect(skeletonOf(one)).toBe(skeletonOf(other))
  expect(skeletonOf('grace')).not.toBe(skeletonOf('alan'))
})

test.each([
  ['names', 'names.example.eth', 'reserved'],
  ['narnes', 'names.example.eth', 'reserved'],
  ['names', 'old.names.example.eth', 'reserved'],
  ['grace', 'grace.former.eth', null],
  ['names', 'names-example.eth', null],
])('the label %s, with the legacy parent %s: %s', (label, legacyParent, fault) => {
  expect(labelFault(label, { ...zone, legacyParent })).toBe(fault)
})

test('placeOf takes names below the legacy parent too, and no others', () => {
  const moved = { ...zone, legacyParent: 'old.example.eth' }
  expect(placeOf('ada.example.eth', moved)).toEqual({ parent: 'example.eth', label: 'ada' })
  expect(placeOf('Ada.old.example.eth', moved)).toEqual({ parent: 'old.example.eth', label: 'ada' })
  expect(placeOf('ada.older.eth', moved)).toBeNull()
  expect(placeOf('ada.old.example.eth', zone)).toBeNull()
})

test('labelOf takes names directly below the parent', () => {
  expect(labelOf('Adas.example.eth', zone)).toBe('adas')
  for (const name of [
    'example.eth',
    'adas.eth',
    'a.adas.example.eth',
    'adas.notexample.eth',
    'adasexample.eth',
    'adas',
  ])
    expect([name, labelOf(name, zone)]).toEqual([name, null])
})

describe('readRegisterMessage', () => {
  const message = { name: 'adas.example.eth', attributes: {}, timestamp: seconds }

  test('accepts a message that is up to ten minutes off', () => {
    for (const timestamp of [seconds - 600, seconds, seconds + 600])
      expect(readRegisterMessage(JSON.stringify({ ...message, timestamp }), now).timestamp).toBe(timestamp)
  })

  test('rejects an older or later message', () => {
    for (const timestamp of [seconds - 601, seconds + 601, 0])
      expect(thrown(JSON.stringify({ ...message, timestamp }))).toBe('NONCE_INVALID')
  })

  test.each([
    'hello',
    'null',
    '[]',
    JSON.stringify({ name: message.name, attributes: {} }),
    JSON.stringify({ ...message, timestamp: '1' }),
    JSON.stringify({ ...message, timestamp: 1.5 }),
    JSON.stringify({ ...message, more: 1 }),
    JSON.stringify({ ...message, attributes: { bio: 1 } }),
    JSON.stringify({ ...message, attributes: { bio: 'a'.repeat(513) } }),
    JSON.stringify({
      ...message,
      attributes: Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`a${at}`, ''])),
    }),
  ])('rejects %s', (text) => expect(thrown(text)).toBe('INVALID_PARAMS'))
})

test('candidateLabels offers only labels that the rules allow', () => {
  expect(candidateLabels('ada', zone)).toEqual([
    'ada',
    'adawallet',
    'ada-wallet',
    'ada-eth',
    'ada-xyz',
    'ada01',
    'ada23',
  ])
  expect(candidateLabels('ada-wallet', zone).filter((each) => /wallet.*wallet/.test(each))).toEqual([])
  expect(candidateLabels('a'.repeat(63), zone)).toEqual(['a'.repeat(63)])
})
