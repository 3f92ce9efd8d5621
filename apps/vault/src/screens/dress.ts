import { guardTheme, themeDeclarations } from '@latchkey/protocol/theme'
import type { Appearance } from '@latchkey/vault-protocol'
import { screenStyles } from './screenStyles.ts'

/**
 * Applies the screens' styles to a document; the returned function changes them. Uses constructed sheets, which a policy without
 * `style-src` allows: no file, no attribute, no markup.
 */
export const dress = (window: Window): ((appearance: Appearance) => void) => {
  const { document } = window
  const { CSSStyleSheet } = window as Window & typeof globalThis
  const [styles, theme] = [new CSSStyleSheet(), new CSSStyleSheet()]
  styles.replaceSync(screenStyles)
  theme.replaceSync(':root {}')
  document.adoptedStyleSheets = [theme, styles]
  const rule = theme.cssRules[0] as CSSStyleRule
  return ({ mode, accent, language }) => {
    const variables = guardTheme(mode, accent === undefined ? {} : { '--lk-accent': accent })
    for (const [property, value] of themeDeclarations(mode, variables)) rule.style.setProperty(property, value)
    document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr'
  }
}

const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])
const isRightToLeft = (language = 'en'): boolean => rightToLeft.has(language.split('-')[0]?.toLowerCase() ?? '')
