import { t } from '@latchkey/copy/linkPage'
import { showWords } from '../../views/showWords.ts'

/**
 * Whether nothing embeds this page, as its headers demand; says so otherwise. And a link that is opened in the window of
 * another one is a page of its own: browsers load nothing when only what follows the number sign has changed.
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
