import { formatUsd } from '@latchkey/chains'
import { expect, test } from 'vitest'
import { moneyText } from './moneyText.ts'

test.each(['en-US', 'de-DE', undefined])('in %s, dollars read as balances do', (locale) => {
  expect(moneyText('1234.50', 'USD', locale)).toBe(formatUsd('1234.50', locale))
})

test('an unknown currency is its code', () => {
  expect(moneyText('50', 'not a currency')).toBe('50 not a currency')
})
