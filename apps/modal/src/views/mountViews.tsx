import { adoptStyles } from '@latchkey/ui'
import { Provider } from 'jotai/react'
import type { createStore } from 'jotai/vanilla'
import { createRoot } from 'react-dom/client'
import { modalStyles } from '../ui/modalStyles.ts'
import { Shell } from './Shell.tsx'

/** Draw the modal into its element: one React root over one store. Returns what takes it away. */
export function mountViews(host: HTMLElement, store: ReturnType<typeof createStore>): () => void {
  const shadow = host.shadowRoot
  if (shadow === null) throw new TypeError('The host has no shadow root')
  const removeStyles = adoptStyles(shadow)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(modalStyles)
  shadow.adoptedStyleSheets.push(sheet)
  const container = document.createElement('div')
  shadow.append(container)
  const root = createRoot(container)
  root.render(
    <Provider store={store}>
      <Shell root={shadow} />
    </Provider>,
  )
  return () => {
    root.unmount()
    removeStyles()
    shadow.adoptedStyleSheets = shadow.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
    container.remove()
  }
}
