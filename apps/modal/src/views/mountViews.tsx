import { adoptStyles } from '@latchkey/ui'
import { Provider } from 'jotai/react'
import type { createStore } from 'jotai/vanilla'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Shell } from '../Shell.tsx'
import { modalStyles } from '../ui/modalStyles.ts'

/** Draws the changes of the store with the next frame. React's own scheduling would start after it, outside its events. */
export const drawAtOnce: (change: () => void) => void = flushSync

/**
 * Draws the modal into its element: one React root over one store, before the browser's next paint. Returns a function that removes it.
 * `isInSight`: its surface is on screen already, so it isn't animated in again. `isTyping`: the user was in the email field of that
 * surface, and continues in this one.
 */
export function mountViews(
  host: HTMLElement,
  store: ReturnType<typeof createStore>,
  { isInSight, isTyping = false }: { isInSight: boolean; isTyping?: boolean },
): () => void {
  const shadow = host.shadowRoot
  if (shadow === null) throw new TypeError('The host has no shadow root')
  const removeStyles = adoptStyles(shadow)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(modalStyles)
  shadow.adoptedStyleSheets.push(sheet)
  const container = document.createElement('div')
  shadow.append(container)
  const root = createRoot(container)
  flushSync(() =>
    root.render(
      <Provider store={store}>
        <Shell root={shadow} />
      </Provider>,
    ),
  )
  const dialog = isInSight ? shadow.querySelector('dialog') : null
  for (const entrance of dialog?.getAnimations({ subtree: true }) ?? []) {
    // Only the animations of the dialog and its backdrop. Content inside has others, such as the header's, which follows the scrolling.
    if (entrance.effect instanceof KeyframeEffect && entrance.effect.target === dialog) entrance.finish()
  }
  const field = isTyping ? shadow.querySelector<HTMLInputElement>('input[type=email]') : null
  if (field !== null) {
    field.focus({ preventScroll: true })
    // Set once more, it has the caret at its end; an email field has no selection to set.
    field.value = `${field.value}`
  }
  return () => {
    root.unmount()
    removeStyles()
    shadow.adoptedStyleSheets = shadow.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
    container.remove()
  }
}
