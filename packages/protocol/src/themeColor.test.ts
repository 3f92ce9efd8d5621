import { describe, expect, test } from 'vitest'
import { contrast, formatColor, type LinearColor, mix, parseColor } from './themeColor.ts'

const color = (text: string): LinearColor => {
  const parsed = parseColor(text)
  if (parsed === undefined) throw new Error(`${text} does not parse`)
  return parsed
}

describe('parseColor', () => {
  // Reference values: CSS Color 4, sample code and tables.
  test.each([
    ['#f00', 'rgb(255 0 0)'],
    ['#3B82F6', 'rgb(59 130 246)'],
    ['rgb(59, 130, 246)', 'rgb(59 130 246)'],
    ['rgb(59 130 246)', 'rgb(59 130 246)'],
    ['hsl(120, 100%, 25%)', 'rgb(0 128 0)'],
    ['hsl(0 0% 100%)', 'rgb(255 255 255)'],
    ['hsl(-120 100% 50%)', 'rgb(0 0 255)'],
    ['oklch(1 0 0)', 'rgb(255 255 255)'],
    ['oklch(0 0 0)', 'rgb(0 0 0)'],
    ['oklch(62.796% 0.25768 29.234)', 'rgb(255 0 0)'],
    ['oklch(0.51975 0.17686 142.495)', 'rgb(0 128 0)'],
  ])('reads %s', (text, expected) => {
    expect(formatColor(color(text))).toBe(expected)
  })

  test.each([
    '',
    'red',
    'transparent',
    'currentColor',
    'inherit',
    '#ff',
    '#ffff',
    '#ff00ff80',
    '#gggggg',
    ' #fff',
    '#fff ',
    '#fff;',
    'rgb(0 0 0 / 0.1)',
    'rgba(0,0,0,0)',
    'rgb(0 0)',
    'rgb(calc(1) 0 0)',
    'rgb(1e3 0 0)',
    'hsl(0 0 0)',
    'oklch(0.5 0.1)',
    'oklch(0.5 0.1 20 / 50%)',
    'color-mix(in srgb, red, blue)',
    'var(--x)',
    'url(#fff)',
    'light-dark(#fff, #000)',
    '#fff\n',
    '#fff/**/',
    'rgb(0\u00a00\u00a00)',
  ])('refuses %j', (text) => {
    expect(parseColor(text)).toBeUndefined()
  })

  test('clips channels that no screen can show', () => {
    expect(formatColor(color('rgb(999 -20 0)'))).toBe('rgb(255 0 0)')
  })
})

describe('contrast', () => {
  test.each([
    ['#000', '#fff', 21],
    ['#fff', '#fff', 1],
    ['#767676', '#fff', 4.54],
    ['#777', '#fff', 4.48],
  ])('of %s and %s is %d', (one, other, ratio) => {
    expect(contrast(color(one), color(other))).toBeCloseTo(ratio, 2)
    expect(contrast(color(other), color(one))).toBeCloseTo(ratio, 2)
  })
})

test('mix goes from one colour to the other in encoded sRGB', () => {
  const [black, white] = [color('#000'), color('#fff')]
  expect(formatColor(mix(black, white, 0))).toBe('rgb(0 0 0)')
  expect(formatColor(mix(black, white, 0.2))).toBe('rgb(51 51 51)')
  expect(formatColor(mix(black, white, 1))).toBe('rgb(255 255 255)')
})
