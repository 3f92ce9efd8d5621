import { defaultThemeMode } from '@latchkey/protocol/theme'
import { applyTheme } from './applyTheme.ts'
import { uiStyles } from './uiStyles.ts'

/**
 * Give a document or shadow root the look of every part, in the default theme until `applyTheme` says otherwise. `more` is a style sheet
 * that goes after it, such as `codeStyles`, without which code fields have no look.
 * A constructed sheet: nothing that `style-src 'self'` would refuse. Returns what takes it away again.
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
