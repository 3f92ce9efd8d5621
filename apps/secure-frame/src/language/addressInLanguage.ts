import { getLanguage } from '@latchkey/copy'

/** Returns the address of a document of ours that is to speak the language of this one. */
export const addressInLanguage = (path: string, query: Readonly<Record<string, string>> = {}): string => {
  const language = getLanguage()
  const fields = new URLSearchParams({ ...query, ...(language === 'en' ? {} : { lang: language }) }).toString()
  return fields === '' ? path : `${path}?${fields}`
}
