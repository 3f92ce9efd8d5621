import { openWindowLine } from '../../login/openWindowLine.ts'
import { isAlone } from '../link/isAlone.ts'
import { mountPage } from '../link/mountPage.ts'
import { LoadingPage } from './LoadingPage.tsx'

/**
 * What a window shows that was opened in a click, before it is known where it goes. The page that opened it sends it there; the
 * wallet's own page, which keeps no hold of windows, on a line whose name the address brings.
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
      // Of this origin's own page; still, nothing but a page of the web is opened.
      if (/^https?:\/\//.test(message.uri)) location.replace(message.uri)
    })
    line.send({ kind: 'ready' })
  } else if (window.opener === null) {
    // The page that opened it has asked the browser to keep windows apart: it leads to the provider in another one.
    window.close()
  }
  mountPage(document.body.appendChild(document.createElement('div')), <LoadingPage />)
  // What the window needs when it comes back is fetched while the person signs in.
  void import('../social/mountSocial.tsx').catch(() => undefined)
  void import('../social/startSocial.ts').catch(() => undefined)
}
