import { openWindowLine } from '../../login/openWindowLine.ts'
import { isAlone } from '../link/isAlone.ts'
import { mountPage } from '../link/mountPage.ts'
import { LoadingPage } from './LoadingPage.tsx'

/**
 * The page of a window that was opened in a click, before its URL is known. The page that opened it sends it there; the
 * wallet's own page, which has no reference to windows, on a channel whose name is in the URL.
 */
export const startLoading = async (window: Window): Promise<void> => {
  const { document, location, history } = window
  const name = location.hash.slice(1)
  history.replaceState(null, '', location.pathname)
  if (!isAlone(window)) return
  if (name !== '') {
    const line = openWindowLine(name, (message) => {
      if (message.kind === 'end') window.close()
      if (message.kind !== 'go') return
      line.close()
      // From this origin's own page; still, only web pages are opened.
      if (/^https?:\/\//.test(message.uri)) location.replace(message.uri)
    })
    line.send({ kind: 'ready' })
  } else if (window.opener === null) {
    // The page that opened it has asked the browser to isolate windows: it opens the provider in another one.
    window.close()
  }
  mountPage(document.body.appendChild(document.createElement('div')), <LoadingPage />)
  // Preloads the code that the window needs on its return, while the user signs in.
  void import('../social/mountSocial.tsx').catch(() => undefined)
  void import('../social/startSocial.ts').catch(() => undefined)
}
