/**
 * Themes as data: every theme variable with its type, bounds and default in each mode.
 *
 * A theme comes from a dapp and applies to the screen where users confirm payments, so it is never CSS text: `parseThemeVariables` keeps
 * known names whose values match a closed grammar, `guardTheme` adds the wallet frame's restrictions, and the result is applied one
 * property at a time through the CSSOM. The guard's tables are pure calls: bundles without it leave them out.
 */
import { color, surfaceColors } from './surfaceColors.ts'
import { contrast, formatColor, type LinearColor, mix, parseColor } from './themeColor.ts'

/** The values of the `themeMode` option. */
export const themeModes = ['light', 'dark', 'system'] as const
/** A dapp's choice; `system` follows the user's preference. */
export type ThemeMode = (typeof themeModes)[number]
/** The mode that is displayed. */
export type ColorMode = 'light' | 'dark'
/** The mode of a dapp that doesn't choose one. */
export const defaultThemeMode: ThemeMode = 'dark'

type Defaults = { readonly light: string; readonly dark: string }
type Bounds = { readonly min: number; readonly max: number }
/**
 * `page` marks a variable that only the page may set: the frame keeps its own, so that a dapp can't color warnings green. Lengths are in
 * pixels, durations in milliseconds.
 */
export type ThemeRow = Defaults & { readonly page?: true } & (
    | { readonly kind: 'color' }
    | { readonly kind: 'fontFamily' }
    | ({ readonly kind: 'length' | 'number' | 'duration' } & Bounds)
  )

const status = (light: string, dark: string) => ({ kind: 'color', light, dark, page: true }) as const
const fontFamily = (stack: string) => ({ kind: 'fontFamily', light: stack, dark: stack }) as const
const length = (value: number, min: number, max: number) =>
  ({ kind: 'length', light: `${value}px`, dark: `${value}px`, min, max }) as const
const number = (value: number, min: number, max: number) =>
  ({ kind: 'number', light: `${value}`, dark: `${value}`, min, max }) as const
const duration = (value: number, min: number, max: number) =>
  ({ kind: 'duration', light: `${value}ms`, dark: `${value}ms`, min, max }) as const

/**
 * Bounds keep every view usable: at the largest sizes and spacings an approval still shows its sentence and both buttons in 370 px, at the
 * smallest all text is readable.
 */
export const themeTable = {
  '--lk-font': fontFamily(
    'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif',
  ),
  '--lk-font-mono': fontFamily('ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace'),
  '--lk-size-small': length(13, 12, 15),
  '--lk-size-body': length(15, 14, 18),
  '--lk-size-title': length(17, 15, 20),
  '--lk-size-display': length(22, 18, 26),
  '--lk-size-amount': length(34, 26, 40),
  '--lk-weight-regular': number(400, 300, 500),
  '--lk-weight-medium': number(500, 400, 600),
  '--lk-weight-strong': number(600, 500, 800),
  '--lk-line-height': number(1.35, 1.2, 1.6),
  '--lk-space-1': length(4, 2, 6),
  '--lk-space-2': length(8, 4, 10),
  '--lk-space-3': length(12, 8, 16),
  '--lk-space-4': length(16, 10, 20),
  '--lk-space-5': length(20, 12, 24),
  '--lk-space-6': length(24, 16, 28),
  '--lk-space-7': length(32, 20, 36),
  '--lk-width': length(370, 320, 480),
  '--lk-radius-input': length(10, 0, 24),
  '--lk-radius-button': length(14, 0, 24),
  '--lk-radius-card': length(20, 0, 28),
  '--lk-radius-modal': length(28, 0, 36),
  '--lk-dim': number(0.4, 0, 0.9),
  '--lk-duration': duration(150, 0, 400),

  // Neutrals: hue 258, a trace of chroma.
  ...surfaceColors,
  '--lk-sunken': color('oklch(0.985 0.002 258)', 'oklch(0.165 0.009 258)'),
  '--lk-hover': color('oklch(0.955 0.005 258)', 'oklch(0.26 0.013 258)'),
  '--lk-pressed': color('oklch(0.935 0.006 258)', 'oklch(0.285 0.014 258)'),
  '--lk-hairline': color('oklch(0.92 0.006 258)', 'oklch(0.3 0.014 258)'),
  '--lk-placeholder': color('oklch(0.52 0.016 258)', 'oklch(0.68 0.014 258)'),
  '--lk-text-secondary': color('oklch(0.47 0.018 258)', 'oklch(0.76 0.012 258)'),

  // White on 0.62 would be 3.7:1; 0.56 of the same hue and chroma gives the label 4.8:1.
  '--lk-accent': color('oklch(0.56 0.19 258)', 'oklch(0.56 0.19 258)'),
  '--lk-accent-deep': color('oklch(0.5 0.17 258)', 'oklch(0.47 0.155 258)'),
  '--lk-on-accent': color('oklch(1 0 258)', 'oklch(1 0 258)'),

  '--lk-success': status('oklch(0.45 0.12 152)', 'oklch(0.8 0.15 152)'),
  '--lk-success-tint': status('oklch(0.965 0.03 152)', 'oklch(0.26 0.04 152)'),
  '--lk-warning': status('oklch(0.46 0.1 70)', 'oklch(0.82 0.13 80)'),
  '--lk-warning-tint': status('oklch(0.97 0.035 85)', 'oklch(0.27 0.04 80)'),
  '--lk-danger': status('oklch(0.48 0.18 25)', 'oklch(0.78 0.13 22)'),
  '--lk-danger-tint': status('oklch(0.965 0.018 20)', 'oklch(0.265 0.05 22)'),
  '--lk-danger-fill': status('oklch(0.53 0.2 25)', 'oklch(0.53 0.19 25)'),
  '--lk-danger-deep': status('oklch(0.47 0.18 25)', 'oklch(0.45 0.16 25)'),
  '--lk-on-danger': status('oklch(1 0 258)', 'oklch(1 0 258)'),
} as const satisfies Record<`--lk-${string}`, ThemeRow>

/** The name of a theme variable that a dapp can set, such as `--lk-accent`. */
export type ThemeVariableName = keyof typeof themeTable
/** Parsed variables: only known names, only values in their grammar. Created by `parseThemeVariables`. */
export type ThemeVariables = Readonly<Partial<Record<ThemeVariableName, string>>>

const rows = Object.entries(themeTable) as [ThemeVariableName, ThemeRow][]

const quantity = {
  length: /^(\d{1,3}(?:\.\d{1,2})?)px$/,
  duration: /^(\d{1,3})ms$/,
  number: /^(\d{1,3}(?:\.\d{1,2})?)$/,
} as const
/** One family name, bare or in matching quotes: letters, digits, spaces and hyphens. */
const family = /^(?:-?[\p{L}][\p{L}\p{N} -]{0,39}|(["'])[\p{L}\p{N}][\p{L}\p{N} -]{0,39}\1)$/u
const maxValueLength = 200
const maxFamilies = 10

const families = (value: string): string[] => value.split(',').map((name) => name.trim())

const matches = (row: ThemeRow, value: string): boolean => {
  if (row.kind === 'color') return parseColor(value) !== undefined
  if (row.kind === 'fontFamily') {
    const names = families(value)
    return names.length <= maxFamilies && names.every((name) => family.test(name))
  }
  const amount = quantity[row.kind].exec(value)?.[1]
  return amount !== undefined && Number(amount) >= row.min && Number(amount) <= row.max
}

/**
 * Returns the valid part of a theme: unknown names and values outside their grammar or bounds are dropped, whatever the input is. Never
 * throws.
 */
export const parseThemeVariables = (input: unknown): ThemeVariables => {
  const parsed: Partial<Record<ThemeVariableName, string>> = {}
  if (typeof input !== 'object' || input === null) return parsed
  for (const [name, row] of rows) {
    const value: unknown = Object.hasOwn(input, name) ? Reflect.get(input, name) : undefined
    if (typeof value === 'string' && value.length <= maxValueLength && matches(row, value)) parsed[name] = value
  }
  return parsed
}

/** Foregrounds with their backgrounds, and the minimum contrast of our defaults (WCAG 2.2: text 4.5, edges 3). */
export const contrastPairs = /* @__PURE__ */ (() =>
  [
    ...(['--lk-surface', '--lk-sunken', '--lk-raised', '--lk-hover', '--lk-pressed'] as const).flatMap(
      (ground) =>
        [
          ['--lk-text', ground, 7],
          ['--lk-text-secondary', ground, 4.5],
          ['--lk-accent-text', ground, 4.5],
        ] as const,
    ),
    ['--lk-border', '--lk-surface', 3],
    ['--lk-border', '--lk-raised', 3],
    ['--lk-placeholder', '--lk-surface', 4.5],
    ['--lk-placeholder', '--lk-raised', 4.5],
    ['--lk-icon', '--lk-raised', 4.5],
    ['--lk-on-accent', '--lk-accent', 4.5],
    ['--lk-on-accent', '--lk-accent-deep', 4.5],
    ['--lk-on-danger', '--lk-danger-fill', 4.5],
    ['--lk-on-danger', '--lk-danger-deep', 4.5],
    ...(['success', 'warning', 'danger'] as const).flatMap(
      (name) =>
        [
          [`--lk-${name}`, '--lk-surface', 7],
          [`--lk-${name}`, '--lk-raised', 4.5],
          [`--lk-${name}`, `--lk-${name}-tint`, 4.5],
          ['--lk-text', `--lk-${name}-tint`, 7],
          ['--lk-text-secondary', `--lk-${name}-tint`, 4.5],
        ] as const,
    ),
  ] as const satisfies readonly (readonly [ThemeVariableName, ThemeVariableName, number])[])()

const readable = 4.5

/** Parses a color known to be valid: ours, or one from `parseThemeVariables`. */
const known = (value: string): LinearColor => {
  const parsed = parseColor(value)
  if (parsed === undefined) throw new TypeError(`Not a theme colour: ${value}`)
  return parsed
}

const white: LinearColor = [1, 1, 1]
const black: LinearColor = [0, 0, 0]

/** Returns `color`, moved toward `end` only as far as needed to be readable on every background. */
const readableOn = (value: LinearColor, grounds: readonly LinearColor[], end: LinearColor): LinearColor => {
  for (let share = 0; share < 1; share += 0.05) {
    const moved = mix(value, end, share)
    if (grounds.every((ground) => contrast(moved, ground) >= readable)) return moved
  }
  return end
}

/** Derives a label, a pressed and a text color that match a dapp's accent. */
const accentFamily = (mode: ColorMode, values: Record<ThemeVariableName, string>): ThemeVariables => {
  const accent = known(values['--lk-accent'])
  const grounds = [known(values['--lk-surface']), known(values['--lk-raised']), known(values['--lk-pressed'])]
  const [label, away] = contrast(accent, white) >= readable ? [white, black] : [black, white]
  return {
    '--lk-on-accent': formatColor(label),
    '--lk-accent-deep': formatColor(mix(accent, away, 0.2)),
    '--lk-accent-text': formatColor(readableOn(accent, grounds, mode === 'light' ? black : white)),
  }
}

const resolve = (mode: ColorMode, variables: ThemeVariables): Record<ThemeVariableName, string> => {
  const values = Object.fromEntries(rows.map(([name, row]) => [name, variables[name] ?? row[mode]]))
  const table = values as Record<ThemeVariableName, string>
  return variables['--lk-accent'] === undefined ? table : { ...table, ...accentFamily(mode, table), ...variables }
}

/** Returns property names and values for `CSSStyleDeclaration.setProperty`: every variable, and `color-scheme`. */
export const themeDeclarations = (
  mode: ColorMode,
  variables: ThemeVariables = {},
): readonly (readonly [property: string, value: string])[] => [
  ['color-scheme', mode],
  ...Object.entries(resolve(mode, variables)),
]

/** Fonts that exist only for text: a symbol font would show an amount as pictures. */
const textFaces = /* @__PURE__ */ (() =>
  new Set(
    'system-ui,ui-sans-serif,ui-serif,ui-rounded,ui-monospace,sans-serif,serif,monospace,-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Helvetica Neue,Arial,Noto Sans,Noto Serif,Inter,Open Sans,Ubuntu,Cantarell,Georgia,Times New Roman,Verdana,Tahoma,Trebuchet MS,SF Pro Text,SF Pro Display,SF Mono,Menlo,Consolas,Courier New'
      .toLowerCase()
      .split(','),
  ))()
const isTextFace = (name: string): boolean => textFaces.has(name.replace(/["']/g, '').toLowerCase())

/** The contrast of a button's edge against its background (WCAG 2.2, 1.4.11). */
const visible = 3

/** Returns an accent and its derived colors, or nothing when `color` is indistinguishable from the background in this mode. */
export const brandAccent = (mode: ColorMode, color: string): ThemeVariables => {
  const accent = parseColor(color)
  if (accent === undefined || contrast(accent, known(themeTable['--lk-surface'][mode])) < visible) return {}
  const value = { '--lk-accent': formatColor(accent) }
  return { ...value, ...accentFamily(mode, resolve(mode, value)) }
}

/**
 * Returns the part of a theme that the wallet frame may use: no status colors, only text fonts, and no colors at all if any text would have
 * a contrast below 4.5:1.
 */
export const guardTheme = (mode: ColorMode, variables: ThemeVariables): ThemeVariables => {
  const keep = (test: (row: ThemeRow, value: string) => boolean, from: ThemeVariables): ThemeVariables =>
    Object.fromEntries(
      Object.entries(from).filter(([name, value]) => test(themeTable[name as ThemeVariableName], value)),
    )
  const allowed = keep(
    (row, value) => row.page !== true && (row.kind !== 'fontFamily' || families(value).every(isTextFace)),
    variables,
  )
  const values = resolve(mode, allowed)
  const legible = contrastPairs.every(
    ([mark, ground, least]) => contrast(known(values[mark]), known(values[ground])) >= Math.min(least, readable),
  )
  return legible ? allowed : keep((row) => row.kind !== 'color', allowed)
}
