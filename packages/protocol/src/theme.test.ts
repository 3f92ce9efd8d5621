import { describe, expect, test } from 'vitest'
import {
  brandAccent,
  type ColorMode,
  contrastPairs,
  defaultThemeMode,
  guardTheme,
  parseThemeVariables,
  type ThemeVariableName,
  themeDeclarations,
  themeTable,
} from './theme.ts'
import { contrast, parseColor } from './themeColor.ts'

const modes: ColorMode[] = ['light', 'dark']

const declared = (mode: ColorMode, variables = {}): Record<string, string> =>
  Object.fromEntries(themeDeclarations(mode, variables))

const ratio = (values: Record<string, string>, text: ThemeVariableName, ground: ThemeVariableName): number => {
  const [one, other] = [parseColor(values[text] ?? ''), parseColor(values[ground] ?? '')]
  if (one === undefined || other === undefined) throw new Error(`${text} or ${ground} is no colour`)
  return contrast(one, other)
}

describe('the table', () => {
  test.each(modes)('every %s default is in its own grammar', (mode) => {
    const defaults = Object.fromEntries(Object.entries(themeTable).map(([name, row]) => [name, row[mode]]))
    expect(parseThemeVariables(defaults)).toEqual(defaults)
  })

  test.each(
    modes.flatMap((mode) => contrastPairs.map(([text, ground, least]) => [mode, text, ground, least] as const)),
  )('in %s mode %s on %s has at least %d:1', (mode, text, ground, least) => {
    expect(ratio(declared(mode), text, ground)).toBeGreaterThanOrEqual(least)
  })

  test('has eleven neutrals in order, from the surface to the text', () => {
    const neutrals = Object.entries(themeTable).filter(([, row]) => row.kind === 'color' && !('page' in row))
    expect(neutrals.filter(([name]) => !name.includes('accent'))).toHaveLength(11)
  })

  test('is dark unless somebody chooses', () => {
    expect(defaultThemeMode).toBe('dark')
  })
})

describe('parseThemeVariables', () => {
  test('keeps known names with values in their grammar', () => {
    const theme = {
      '--lk-accent': '#e11d48',
      '--lk-surface': 'oklch(0.99 0.01 90)',
      '--lk-radius-button': '0px',
      '--lk-size-body': '15.5px',
      '--lk-weight-strong': '700',
      '--lk-duration': '0ms',
      '--lk-font': '"Söhne", Inter, "Noto Sans JP", sans-serif',
    }
    expect(parseThemeVariables(theme)).toEqual(theme)
  })

  test.each<[string, unknown]>([
    ['an unknown name', { '--lk-unknown': '#fff' }],
    ['a property of CSS', { display: 'none', background: '#fff' }],
    ['a name with an end of block', { '--lk-accent}body{': '#fff' }],
    ['a second declaration', { '--lk-accent': '#fff;display:none' }],
    ['an end of block', { '--lk-accent': '#fff}*{display:none' }],
    ['a comment', { '--lk-accent': '#fff/*' }],
    ['a url', { '--lk-accent': 'url(https://evil.example/)' }],
    ['a url for a font', { '--lk-font': 'url(https://evil.example/f.woff2)' }],
    ['an image set', { '--lk-surface': 'image-set("https://evil.example/" 1x)' }],
    ['an expression', { '--lk-accent': 'expression(alert(1))' }],
    ['a variable', { '--lk-accent': 'var(--page-secret)' }],
    ['an attribute', { '--lk-accent': 'attr(data-secret color)' }],
    ['an environment value', { '--lk-space-5': 'env(safe-area-inset-top)' }],
    ['an escape', { '--lk-font': '\\75 rl(x)' }],
    ['an important flag', { '--lk-accent': '#fff !important' }],
    ['a see-through surface', { '--lk-surface': 'rgb(255 255 255 / 0)' }],
    ['a keyword of the cascade', { '--lk-accent': 'inherit' }],
    ['text too small to read', { '--lk-size-body': '1px' }],
    ['text of no size', { '--lk-size-small': '0px' }],
    ['text that fills the screen', { '--lk-size-display': '400px' }],
    ['a space that pushes the buttons away', { '--lk-space-5': '999px' }],
    ['a negative length', { '--lk-space-5': '-20px' }],
    ['another unit', { '--lk-space-5': '20vh' }],
    ['a length without a unit', { '--lk-space-5': '20' }],
    ['a sum', { '--lk-space-5': 'calc(20px + 1px)' }],
    ['an exponent', { '--lk-space-5': '2e1px' }],
    ['a width that hides half of it', { '--lk-width': '10px' }],
    ['a motion that never ends', { '--lk-duration': '999ms' }],
    ['lines on top of each other', { '--lk-line-height': '0' }],
    ['a quote left open', { '--lk-font': '"Inter' }],
    ['two kinds of quotes', { '--lk-font': '"Inter\'' }],
    ['an empty family', { '--lk-font': 'Inter,,serif' }],
    ['no family', { '--lk-font': '' }],
    ['too many families', { '--lk-font': Array.from({ length: 11 }, () => 'Inter').join(',') }],
    ['a value too long', { '--lk-font': `"${'a'.repeat(300)}"` }],
    ['a line break', { '--lk-accent': '#fff\n' }],
    ['a number', { '--lk-accent': 0xffffff }],
    ['an object that pretends to be a string', { '--lk-accent': { toString: () => '#fff' } }],
    ['an inherited value', Object.create({ '--lk-accent': '#fff' })],
    ['a list', ['--lk-accent', '#fff']],
    ['text', '--lk-accent: #fff'],
    ['nothing', null],
    ['undefined', undefined],
  ])('drops %s', (_, input) => {
    expect(parseThemeVariables(input)).toEqual({})
  })

  test('keeps the good part of a theme with bad parts', () => {
    expect(parseThemeVariables({ '--lk-accent': '#e11d48', '--lk-surface': 'url(x)' })).toEqual({
      '--lk-accent': '#e11d48',
    })
  })

  test('answers a huge hostile value at once', () => {
    expect(parseThemeVariables({ '--lk-font': `${'a '.repeat(500_000)}(` })).toEqual({})
  })
})

describe('themeDeclarations', () => {
  test('declares every variable of the table and the colour scheme', () => {
    expect(Object.keys(declared('dark'))).toEqual(['color-scheme', ...Object.keys(themeTable)])
    expect(declared('light')['color-scheme']).toBe('light')
  })

  test('puts a theme over the defaults', () => {
    expect(declared('dark', { '--lk-radius-modal': '0px' })['--lk-radius-modal']).toBe('0px')
    expect(declared('dark', { '--lk-radius-modal': '0px' })['--lk-width']).toBe('370px')
  })

  const accents = ['#ffe600', '#ffffff', '#000000', '#e11d48', '#22c55e', '#777777', 'oklch(0.62 0.19 258)']
  test.each(modes.flatMap((mode) => accents.map((accent) => [mode, accent] as const)))(
    'in %s mode the accent %s gets a label, a pressed shade and a text shade that can be read',
    (mode, accent) => {
      const values = declared(mode, { '--lk-accent': accent })
      expect(values['--lk-accent']).toBe(accent)
      expect(ratio(values, '--lk-on-accent', '--lk-accent')).toBeGreaterThanOrEqual(4.5)
      expect(ratio(values, '--lk-on-accent', '--lk-accent-deep')).toBeGreaterThanOrEqual(4.5)
      expect(ratio(values, '--lk-accent-text', '--lk-surface')).toBeGreaterThanOrEqual(4.5)
      expect(ratio(values, '--lk-accent-text', '--lk-pressed')).toBeGreaterThanOrEqual(4.5)
    },
  )

  test('leaves the accent family alone where the theme names it', () => {
    expect(declared('dark', { '--lk-accent': '#ffe600', '--lk-on-accent': '#333333' })['--lk-on-accent']).toBe(
      '#333333',
    )
  })
})

describe('guardTheme', () => {
  test('lets a legible theme through', () => {
    const theme = parseThemeVariables({
      '--lk-accent': '#e11d48',
      '--lk-surface': '#fffdf8',
      '--lk-radius-card': '8px',
    })
    expect(guardTheme('light', theme)).toEqual(theme)
  })

  test.each([
    ['text in the colour of the surface', { '--lk-text': '#ffffff', '--lk-surface': '#ffffff' }],
    ['text a shade too pale', { '--lk-text': '#8a8a8a' }],
    ['a surface made for the other mode', { '--lk-surface': '#111111' }],
    ['a row that swallows its text', { '--lk-raised': '#222222' }],
    ['a hover that swallows its text', { '--lk-hover': '#222222' }],
    ['a label that cannot be read on its button', { '--lk-accent': '#ffe600', '--lk-on-accent': '#ffffff' }],
    ['a surface in the colour of danger', { '--lk-surface': '#9b1c1c' }],
  ])('ignores all colours of a theme with %s', (_, colors) => {
    expect(guardTheme('light', parseThemeVariables({ ...colors, '--lk-radius-card': '8px' }))).toEqual({
      '--lk-radius-card': '8px',
    })
  })

  test('judges for the mode that is shown', () => {
    const dark = { '--lk-surface': '#0b0d10', '--lk-raised': '#14181d' }
    expect(guardTheme('dark', parseThemeVariables(dark))).toEqual(dark)
    expect(guardTheme('light', parseThemeVariables(dark))).toEqual({})
  })

  test('keeps the colours of danger, warning and success as they are', () => {
    const theme = parseThemeVariables({
      '--lk-danger': '#065f46',
      '--lk-danger-fill': '#065f46',
      '--lk-accent': '#e11d48',
    })
    expect(Object.keys(theme)).toHaveLength(3)
    expect(guardTheme('light', theme)).toEqual({ '--lk-accent': '#e11d48' })
  })

  test.each(['Wingdings', 'Webdings, sans-serif', '"Libre Barcode 39"', 'Symbol'])('ignores the family %s', (font) => {
    expect(guardTheme('dark', parseThemeVariables({ '--lk-font': font }))).toEqual({})
  })

  test.each(['Georgia, serif', '"Segoe UI", system-ui'])('lets the family %s through', (font) => {
    expect(guardTheme('dark', parseThemeVariables({ '--lk-font': font }))).toEqual({ '--lk-font': font })
  })

  test.each(modes)('lets our own %s colours through', (mode) => {
    const own = Object.fromEntries(
      Object.entries(themeTable).flatMap(([name, row]) =>
        'page' in row || row.kind === 'fontFamily' ? [] : [[name, row[mode]]],
      ),
    )
    expect(guardTheme(mode, parseThemeVariables(own))).toEqual(own)
  })
})

test.each([
  ['#0d7f5f', 'light', true],
  ['#0d7f5f', 'dark', true],
  ['#ffffff', 'light', false],
  ['#ffffff', 'dark', true],
  ['#0a0a14', 'light', true],
  ['#0a0a14', 'dark', false],
  ['red', 'light', false],
] as const)('brandAccent › of %s in %s mode can be read, or falls back: %s', (color, mode, isKept) => {
  const accent = brandAccent(mode, color)
  expect(Object.keys(accent).length).toBe(isKept ? 4 : 0)
  expect(guardTheme(mode, accent)).toEqual(accent)
})
