import { type ColorMode, type ThemeVariableName, themeTable } from '@latchkey/protocol/theme'
import { formatColor, parseColor } from '@latchkey/protocol/themeColor'

/** Returns a color of the theme as `#rrggbb`: mail programs support no newer format. */
export function mailColor(name: ThemeVariableName, mode: ColorMode): string {
  return hexOf(themeTable[name][mode])
}

/** Returns a color of a theme as `#rrggbb`. Throws `TypeError` for one that doesn't parse. */
export function hexOf(text: string): string {
  const color = parseColor(text)
  if (color === undefined) throw new TypeError(`${text} is not a color`)
  const channels = formatColor(color).match(/\d+/g) ?? []
  return `#${channels.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`
}
