import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTexts } from '@latchkey/copy'
import { t as allWallets } from '@latchkey/copy/allWallets'
import { siteFeatures } from '@latchkey/copy/compile'
import { t as connect } from '@latchkey/copy/connect'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { describeAlert } from '../describeAlert.ts'
import { describeProblem } from '../options/describeProblem.ts'
import type { OptionProblem } from '../options/rules.ts'
import { readBrand } from './readBrand.ts'

const read = (options: Parameters<typeof readBrand>[0]) => {
  const problems: OptionProblem[] = []
  const brand = readBrand(options, (found) => problems.push(...found))
  return { ...brand, alerts: problems.map(describeProblem).map(describeAlert) }
}

beforeEach(() => void vi.stubGlobal('location', new URL('http://dapp.example:5173/checkout')))
afterEach(() => {
  vi.unstubAllGlobals()
  setTexts()
})

describe('texts', () => {
  test('stand in the place of ours, placeholders filled', () => {
    const { texts, alerts } = read({
      texts: {
        'connect.email': 'Work email',
        'connect.legal.both': 'See {privacy}, then {terms}.',
        'allWallets.found': 'Found: {count}',
        'connect.hint': undefined,
      },
    })
    expect(alerts).toEqual([])
    setTexts(texts)
    expect(connect('email')).toBe('Work email')
    expect(connect('legal.both', { terms: 'T', privacy: '$& {terms}' })).toBe('See $& {terms}, then T.')
    expect(allWallets('found', { count: 3 })).toBe('Found: 3')
    expect(connect('hint')).toBe("We'll email you a code. No password needed.")
  })

  test.each([
    ['connect.legal.both', 'See {terms}.', 'these placeholders and no others: {privacy}, {terms}'],
    ['connect.legal.both', '{terms} {privacy} {name}', "`texts['connect.legal.both']`"],
    ['connect.email', 'Email of {name}', 'text without placeholders'],
    ['allWallets.found', '{count, plural, other {#}}', 'these placeholders and no others: {count}'],
    ['connect.email', '', 'text of 1 to 300 characters'],
    ['connect.email', 'x'.repeat(301), 'text of 1 to 300 characters'],
    ['connect.email', 42, "`texts['connect.email']` is 42"],
  ])('reports %s: %j by name, and ours stays', (key, given, cause) => {
    const { texts, alerts } = read({ texts: { [key]: given, 'connect.or': 'else' } })
    expect(alerts.map(({ code }) => code)).toEqual(['APKT013'])
    expect(alerts[0]?.cause).toContain(cause)
    expect(Object.keys(texts)).toEqual(['connect'])
    expect(Object.keys(texts.connect ?? {})).toEqual(['or'])
  })

  test.each([
    ['connect.emial', "Rename `texts['connect.emial']` to `connect.email`"],
    ['connect.zzzzzzzzzzzzzzzzzzzz', 'connect.placeholder'],
    ['zzzzzzzzzzzz', 'connect.…'],
    ['modal.approval.send', 'modal.'],
    ['modal.title.ApproveTransaction', 'modal.'],
    ['alerts.text', 'connect.…'],
    ['__proto__x', 'connect.…'],
  ])('has no message %s', (key, fix) => {
    const { texts, alerts } = read({ texts: { [key]: 'x' } })
    expect(alerts[0]).toMatchObject({ code: 'APKT013', fix: expect.stringContaining(fix) })
    expect(texts).toEqual({})
  })

  test.each([['words'], [null], [['x']]])('are an object, not %j', (texts) => {
    expect(read({ texts }).alerts[0]?.cause).toContain('`texts`')
  })

  test('has every feature that the modal shows, but alerts, the button, and what is about to be signed', () => {
    const sources = ['apps/modal/src', 'packages/ui/src'].flatMap((folder) => {
      const path = fileURLToPath(new URL(`../../../../${folder}`, import.meta.url))
      return readdirSync(path, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|fixture|browser)/.test(file))
        .map((file) => readFileSync(join(path, file), 'utf8'))
    })
    const used = new Set(
      sources.flatMap((source) => Array.from(source.matchAll(/'@latchkey\/copy\/(\w+)'/g), ([, name]) => name)),
    )
    const apart = ['alerts', 'button', 'error', 'pseudoLocale', 'react', 'sessionProof', 'siteTexts']
    expect([...used].filter((name) => !apart.includes(name ?? '')).toSorted()).toEqual(
      siteFeatures.filter((name) => name !== 'errors').toSorted(),
    )
  })
})

describe('logo', () => {
  const svg = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E'
  test.each([
    ['https://cdn.example/logo.svg'],
    ['/logo.svg'],
    ['http://dapp.example:5173/logo.svg'],
    [svg],
    [{ light: svg, dark: '/dark.svg' }],
  ])('takes %j', (logo) => {
    const { Logo, alerts } = read({ logo })
    expect([alerts, typeof Logo]).toEqual([[], 'function'])
  })

  test.each([
    ['http://cdn.example/logo.svg'],
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    [`data:image/png;base64,${'A'.repeat(65_536)}`],
    ['https://user:secret@cdn.example/logo.svg'],
    [''],
    [{ light: svg }],
    [null],
    [42],
  ])('reports %j', (logo) => {
    const { Logo, alerts } = read({ logo })
    expect(alerts[0]).toMatchObject({ code: 'APKT013', cause: expect.stringContaining('`logo` is') })
    expect(Logo).toBeUndefined()
  })
})
