import { chunks } from '../generated/en-XA/index.ts'
import { setLanguage } from './language.ts'

/**
 * Sets the page's language to the pseudo-locale when `language` is its tag, `en-XA`; leaves any other as it is. Development builds
 * only: call it behind `import.meta.env.DEV`, so that no other build contains its words.
 */
export const startPseudoLocale = async (language: string | null): Promise<void> => {
  if (language === 'en-XA') await setLanguage('en-XA', chunks)
}
