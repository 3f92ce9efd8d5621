/** The modal's element in the page. Its shadow root holds what is seen; its light DOM holds the wallet's iframe. */
export type Host = {
  /** The element, put into the page when it is not there (any more), unless it was removed. */
  element(): HTMLElement
  /** Removes it from the page. Later changes go to an element outside the page. */
  remove(): void
}

export const hostTag = 'latchkey-modal'

/** `place` is the element that it is put into, asked for when it is. */
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
