import { getLanguage } from '@latchkey/copy'

/** Returns the URL of another document of the wallet, with this document's language. */
export const addressInLanguage = (path: string, query: Readonly<Record<string, string>> = {}): string => {
  const language = getLanguage()
  const fields = new URLSearchParams({ ...query, ...(language === 'en' ? {} : { lang: language }) }).toString()
  return fields === '' ? path : `${path}?${fields}`
}
