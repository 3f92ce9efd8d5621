/**
 * Converts the theme variables of profile 4 clients (`--w3m-…`).
 *
 * They are untrusted text like every theme: the result still goes through `parseThemeVariables` and `guardTheme`.
 */
import {
  brandAccent,
  type ColorMode,
  contrastPairs,
  type ThemeVariableName,
  themeTable,
} from '@latchkey/protocol/theme'
import { contrast, formatColor, type LinearColor, mix, parseColor } from '@latchkey/protocol/themeColor'

type KitVariables = Readonly<Record<string, string | number>> | undefined

/** The default of `--w3m-border-radius-master`, in pixels: the wallet's radii are scaled relative to it. */
const masterRadiusPx = 4
const radii = ['--lk-radius-input', '--lk-radius-button', '--lk-radius-card', '--lk-radius-modal'] as const
const grounds = [
  '--lk-surface',
  '--lk-raised',
  '--lk-sunken',
  '--lk-hover',
  '--lk-pressed',
  '--lk-hairline',
] as const satisfies readonly ThemeVariableName[]

/** Formatted colors are rounded to integers, which may have a little less contrast. */
const rounding = 0.1

const radiiOf = (value: string): Record<string, string> => {
  const master = /^(\d{1,2}(?:\.\d{1,2})?)px$/.exec(value)?.[1]
  if (master === undefined) return {}
  const scaled = (name: (typeof radii)[number]): string => {
    const { min, max, light } = themeTable[name]
    const px = (Number.parseFloat(light) * Number(master)) / masterRadiusPx
    return `${Math.round(Math.min(max, Math.max(min, px)))}px`
  }
  return Object.fromEntries(radii.map((name) => [name, scaled(name)]))
}

/** The foreground colors on the grounds. */
const marks = [
  '--lk-text',
  '--lk-text-secondary',
  '--lk-accent-text',
  '--lk-border',
  '--lk-placeholder',
  '--lk-icon',
] as const satisfies readonly ThemeVariableName[]
type Neutral = (typeof grounds | typeof marks)[number]

const groundsOf = (mode: ColorMode, value: string, strength: string): Record<string, string> => {
  const mixed = parseColor(value)
  const percent = /^\d{1,3}(?:\.\d{1,2})?$/.test(strength) ? Math.min(100, Number(strength)) : 0
  if (mixed === undefined || percent === 0) return {}
  const end: LinearColor = mode === 'light' ? [0, 0, 0] : [1, 1, 1]
  const colors = new Map<ThemeVariableName, LinearColor>()
  const add = (name: Neutral, move: (color: LinearColor) => LinearColor): void => {
    const color = parseColor(themeTable[name][mode])
    if (color !== undefined) colors.set(name, move(color))
  }
  for (const name of grounds) add(name, (ground) => mix(ground, mixed, percent / 100))
  for (const name of marks) {
    const isSeen = (color: LinearColor): boolean =>
      contrastPairs.every(([mark, ground, least]) => {
        const under = mark === name ? colors.get(ground) : undefined
        return under === undefined || contrast(color, under) >= least + rounding
      })
    // Only as far as needed for contrast.
    add(name, (color) => {
      const shares = Array.from({ length: 20 }, (_, step) => mix(color, end, step / 20))
      return shares.find(isSeen) ?? end
    })
  }
  return Object.fromEntries([...colors].map(([name, color]) => [name, formatColor(color)]))
}

/**
 * Reads `--w3m-accent`, `--w3m-font-family`, `--w3m-border-radius-master`, `--w3m-color-mix` and `--w3m-color-mix-strength`.
 * `--w3m-z-index` means nothing inside the frame. An accent without contrast to the surface is dropped. `grounds` are separate from the
 * other variables: where a warning would be illegible on them, the accent stays.
 */
export const kitTheme = (
  mode: ColorMode,
  ...given: readonly KitVariables[]
): { variables: Record<string, string>; grounds: Record<string, string> } => {
  const read = (name: string): string =>
    String(given.find((one) => one !== undefined && Object.hasOwn(one, name))?.[name] ?? '')
  const font = read('--w3m-font-family')
  const { '--lk-accent': accent } = brandAccent(mode, read('--w3m-accent'))
  const { '--lk-accent-text': accentText, ...neutrals } = groundsOf(
    mode,
    read('--w3m-color-mix'),
    read('--w3m-color-mix-strength'),
  )
  return {
    variables: {
      ...(accent && { '--lk-accent': accent }),
      ...(font && { '--lk-font': font }),
      ...radiiOf(read('--w3m-border-radius-master')),
    },
    // An accent has its own text color.
    grounds: { ...neutrals, ...(accent === undefined && accentText && { '--lk-accent-text': accentText }) },
  }
}
