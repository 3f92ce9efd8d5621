import { defaultThemeMode } from '@latchkey/protocol/theme'
import { applyTheme } from './applyTheme.ts'
import { uiStyles } from './uiStyles.ts'

/**
 * Adds the styles of every part to a document or shadow root, in the default theme until `applyTheme` sets another. `more` is a style sheet
 * that goes after it, such as `codeStyles`, which code fields need. A constructed style sheet, which `style-src 'self'` allows. Returns a
 * function that removes it.
 */
export const adoptStyles = (root: Document | ShadowRoot, more = ''): (() => void) => {
  const view = (root.ownerDocument ?? (root as Document)).defaultView ?? window
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(uiStyles + more)
  root.adoptedStyleSheets.push(sheet)
  const removeTheme = applyTheme(root, defaultThemeMode)
  return () => {
    removeTheme()
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
  }
}
