import { type ThemeMode, type ThemeVariables, themeDeclarations } from '@latchkey/protocol/theme'

/**
 * Sets the theme of a document or shadow root and, for `system`, keeps following the user's preference. Variables come from
 * `parseThemeVariables`. The newest theme wins; returns a function that removes this one.
 *
 * The values are in a rule on `:host` or `:root`, so the page can still override them from its own style sheets, and no element gets a
 * style attribute.
 */
export const applyTheme = (
  root: Document | ShadowRoot,
  mode: ThemeMode,
  variables: ThemeVariables = {},
): (() => void) => {
  const view = (root.ownerDocument ?? (root as Document)).defaultView ?? window
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(':host, :root {}')
  const rule = sheet.cssRules[0] as CSSStyleRule
  const prefersDark = view.matchMedia('(prefers-color-scheme: dark)')
  const write = (): void => {
    const colorMode = mode === 'system' ? (prefersDark.matches ? 'dark' : 'light') : mode
    for (const [property, value] of themeDeclarations(colorMode, variables)) rule.style.setProperty(property, value)
  }
  write()
  root.adoptedStyleSheets.push(sheet)
  prefersDark.addEventListener('change', write)
  return () => {
    prefersDark.removeEventListener('change', write)
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
  }
}
