import { formatUnits, parseUnits } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { loadVectors } from '../testing/loadVectors.ts'
import { random } from '../testing/random.ts'
import { formatAmount, parseAmount } from './amount.ts'

describe('parseAmount', () => {
  test.each([
    ['1', 18, 10n ** 18n],
    ['1.5', 18, 15n * 10n ** 17n],
    ['0.000000000000000001', 18, 1n],
    ['1.', 6, 1_000_000n],
    ['.5', 6, 500_000n],
    ['0', 18, 0n],
    ['007', 0, 7n],
    ['115792089237316195423570985008687907853269984665640564039457.584007913129639935', 18, 2n ** 256n - 1n],
  ])('%j with %i decimals is %i', (text, decimals, units) => {
    expect(parseAmount(text, decimals)).toBe(units)
  })

  test.each([
    ['nothing', '', 18],
    ['a lone dot', '.', 18],
    ['a sign', '-1', 18],
    ['a plus', '+1', 18],
    ['an exponent', '1e18', 18],
    ['hex', '0x10', 18],
    ['a comma', '1,5', 18],
    ['two dots', '1.2.3', 18],
    ['a space', ' 1', 18],
    ['a line end', '1\n', 18],
    ['words', 'Infinity', 18],
    ['other digits', '١', 18],
    ['more decimals than the token has', '1.1234567', 6],
    ['decimals of a token without any', '1.0', 0],
    ['more than 256 bits', '115792089237316195423570985008687907853269984665640564039457.584007913129639936', 18],
    ['a text without end', '9'.repeat(257), 300],
  ])('%s is refused', (_, text, decimals) => {
    expect(() => parseAmount(text, decimals)).toThrow('The amount is not valid')
  })
})

test('formatAmount writes every digit and no trailing zero', () => {
  expect(formatAmount(10n ** 18n, 18)).toBe('1')
  expect(formatAmount(1n, 18)).toBe('0.000000000000000001')
  expect(formatAmount(1_500_000n, 6)).toBe('1.5')
  expect(formatAmount(-1_500_000n, 6)).toBe('-1.5')
  expect(formatAmount(7n, 0)).toBe('7')
  expect(formatAmount(0n, 18)).toBe('0')
})

test('the published units convert both ways', () => {
  const vectors = loadVectors<{ name: string; wei: string; ether?: string; ether_format?: string }>('units')
  const checked = vectors.filter(({ ether, ether_format }) => ether?.startsWith('-') === false && ether_format)
  expect(checked.length).toBeGreaterThan(8)
  for (const { name, wei, ether = '', ether_format = '' } of checked) {
    expect(parseAmount(ether.replaceAll(',', ''), 18), name).toBe(BigInt(wei))
    expect(formatAmount(BigInt(wei), 18), name).toBe(ether_format.replaceAll(',', '').replace(/\.0$/, ''))
  }
})

test('20,000 random amounts agree with viem and survive the round trip', () => {
  const { integer, below } = random(18)
  for (let i = 0; i < 20_000; i++) {
    const units = integer(256)
    const decimals = below(37)
    const text = formatAmount(units, decimals)
    expect(text).toBe(formatUnits(units, decimals))
    expect(parseAmount(text, decimals)).toBe(units)
    expect(parseAmount(text, decimals)).toBe(parseUnits(text, decimals))
  }
})
