/** Returns null for what is no absolute URL. `URL.parse` does the same, but Safari 17 doesn't have it. */
export const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)
