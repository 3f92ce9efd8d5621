import { t } from '@latchkey/copy/linkPage'
import { showWords } from '../../views/showWords.ts'

/**
 * Returns whether nothing embeds this page, as its headers require; shows a message otherwise. Also reloads for a link that
 * is opened in another one's window: browsers load nothing when only the fragment has changed.
 */
export const isAlone = (window: Window): boolean => {
  const { document, location, parent } = window
  if (parent !== window) {
    showWords(document, t('framed.title'), t('framed.body'))
    return false
  }
  window.addEventListener('hashchange', () => location.reload())
  return true
}
