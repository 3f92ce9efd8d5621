/** The modal's element in the page. Its shadow root has the visible UI; its light DOM has the wallet's iframe. */
export type Host = {
  /** Returns the element, inserted into the page if it is missing, unless it was removed. */
  element(): HTMLElement
  /** Removes it from the page. Later changes go to an element outside the page. */
  remove(): void
}

export const hostTag = 'latchkey-modal'

/** `place` returns the element that it is inserted into, when that happens. */
export function createHost(place: () => Element | null = () => document.body): Host {
  let host: HTMLElement | undefined
  let isRemoved = false
  return {
    element() {
      if (host === undefined) {
        host = document.createElement(hostTag)
        host.attachShadow({ mode: 'open' })
      }
      // A page may not have its element yet; the engine reports that.
      if (!host.isConnected && !isRemoved) (place() ?? document.body).append(host)
      return host
    },
    remove() {
      isRemoved = true
      host?.remove()
    },
  }
}
