/** Returns the language that the page's address asks for, in development: `?lang=en-XA` shows the pseudo-locale. Null otherwise. */
export const developmentLanguage = (): string | null =>
  import.meta.env?.DEV && typeof location === 'object' ? new URLSearchParams(location.search).get('lang') : null

/** Loads the pseudo-locale in development when the page asks for it. Other builds don't contain it. */
export const startDevelopmentLanguage = async (): Promise<void> => {
  if (!import.meta.env?.DEV) return
  const { startPseudoLocale } = await import('@latchkey/copy/pseudoLocale')
  await startPseudoLocale(developmentLanguage())
}
