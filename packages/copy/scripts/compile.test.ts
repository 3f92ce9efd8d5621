import { expect, test } from 'vitest'
import { siteTexts } from '../generated/siteTexts.ts'
import { number, plural, select } from '../src/format.ts'
import { compileFeature } from './compile.ts'
import { compileMessage } from './compileMessage.ts'
import { pseudo } from './pseudo.ts'

const compile = (messages: Record<string, string>, english?: Record<string, string>) =>
  compileFeature(english === undefined ? 'en' : 'de', 'send', new Map(Object.entries(messages)), {
    ...(english && { english: new Map(Object.entries(english)) }),
  })

const fill = (code: string, v: object): string =>
  new Function('v', 'number', 'plural', 'select', `return ${code}`)(v, number, plural, select)

test.each([
  ['Back', {}, {}, 'Back'],
  ['It’s `{name}` \\ $', { name: 'string | number' }, { name: 'Ada' }, 'It’s `Ada` \\ $'],
  ['{count, plural, one {# wallet} other {# wallets}}', { count: 'number' }, { count: 1200 }, '1,200 wallets'],
  ['{n, plural, offset:1 =0 {no one} one {you and # other} other {#}}', { n: 'number' }, { n: 2 }, 'you and 1 other'],
  ['{kind, select, nft {An item} other {A token}}', { kind: 'string' }, { kind: 'nft' }, 'An item'],
  ['{left} of {left, number}', { left: 'number' }, { left: 1000 }, '1000 of 1,000'],
])('compileMessage › compiles %j with its arguments', (message, types, values, text) => {
  const compiled = compileMessage(message, 'en')
  expect(Object.fromEntries(compiled.values)).toEqual(types)
  expect(fill(compiled.code, values)).toBe(text)
})

test.each([
  [{ a: '{count, plural, one {# wallet}}' }, undefined, 'en/send.json: a: '],
  [{ a: 'Until {date, date, short}' }, undefined, 'en/send.json: a: Tags, dates and times'],
  [{ b: 'Senden' }, { a: 'Send' }, 'de/send.json: b: English has no such key'],
  [{ a: 'Sende {summe}' }, { a: 'Send {amount}' }, 'de/send.json: a: English has no argument {summe}'],
] as const)('compileFeature › names file and key of %j', (messages, english, error) => {
  expect(() => compile(messages, english)).toThrow(error)
})

test('compileFeature › types a translation by the arguments of English', () => {
  expect(compile({ a: 'Senden' }, { a: 'Send {amount}' })).toContain(
    '"a": (_v: { "amount": string | number }) => `Senden`',
  )
})

test('pseudo › keeps spaces at the edges and makes text longer', () => {
  expect(pseudo('Try again')).toBe('Trý ágáîñ~~~')
  expect(pseudo(' ')).toBe(' ')
  expect(pseudo('x'.repeat(60))).toBe(`${'x'.repeat(60)}~~~~~~~~ ~~~~~~~~ ~~~~`)
})

test('siteTexts › has the placeholders of a message, and nothing around an approval', () => {
  expect(siteTexts['connect.legal.both']).toBe('privacy terms')
  expect(siteTexts['connect.email']).toBe('')
  expect(siteTexts['modal.title.Connect']).toBe('')
  const names = Object.keys(siteTexts)
  expect(names.filter((name) => /^(?!errors).*approv|^alerts|frameTitle/i.test(name))).toEqual([
    'activity.approve',
    'networks.notApproved',
  ])
})
