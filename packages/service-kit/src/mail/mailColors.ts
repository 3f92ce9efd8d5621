import { type ColorMode, type ThemeVariableName, themeTable } from '@latchkey/protocol/theme'
import { formatColor, parseColor } from '@latchkey/protocol/themeColor'

/** A colour of the theme as `#rrggbb`: mail programs know no newer form. */
export function mailColor(name: ThemeVariableName, mode: ColorMode): string {
  const color = parseColor(themeTable[name][mode])
  if (color === undefined) throw new TypeError(`${name} is no colour`)
  const channels = formatColor(color).match(/\d+/g) ?? []
  return `#${channels.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`
}
