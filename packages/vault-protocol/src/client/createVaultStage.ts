/**
 * The position of the vault's frame in the wallet document. The frame stays a child of the body, as moving it would reload it and lose its
 * state. While the vault shows a screen and a view provides an element for it, the frame covers that element; otherwise it is hidden.
 */

/** A screen of the vault. `height`: the height that it needs, in CSS pixels. */
export type VaultScreen = { readonly height: number }

/** Positions the vault's frame over the part of the wallet document that shows its screens. */
export type VaultStage = {
  /** Returns the screen that the vault shows the user; null if none. */
  screen(): VaultScreen | null
  subscribe(onChange: () => void): () => void
  /** Shows the vault's screens over this element's box until the returned function is called. If several are active, the newest is used. */
  showOver(place: HTMLElement): () => void
  /** For `connectVault`: registers the vault's frame. Returns functions that receive its notices, and remove it. */
  enter(frame: HTMLIFrameElement): { change(screen: VaultScreen | null): void; leave(): void }
}

/** Creates the stage of a wallet document; one per window. */
export const createVaultStage = (window: Window): VaultStage => {
  const subscribers = new Set<() => void>()
  const places: HTMLElement[] = []
  let frame: HTMLIFrameElement | null = null
  let screen: VaultScreen | null = null
  /** The element with focus when the frame was shown; null while it is hidden. */
  let before: { focused: Element | null } | null = null
  let nextLook = 0

  const look = (): void => {
    const place = places.at(-1)
    if (frame === null || screen === null || place === undefined) hide()
    else lay(frame, place)
  }
  const lay = (frame: HTMLIFrameElement, place: HTMLElement): void => {
    const { left, top, width, height } = place.getBoundingClientRect()
    const box = { left, top, width, height }
    for (const [side, length] of Object.entries(box)) frame.style.setProperty(side, `${length}px`)
    if (before === null) {
      before = { focused: frame.ownerDocument.activeElement }
      frame.hidden = false
      frame.focus()
    }
    // The frame follows the element, whatever moves it: scrolling, a resize or the page around it.
    window.cancelAnimationFrame(nextLook)
    nextLook = window.requestAnimationFrame(look)
  }
  const hide = (): void => {
    window.cancelAnimationFrame(nextLook)
    if (before === null) return
    const { focused } = before
    before = null
    const hadFocus = frame === null || frame.ownerDocument.activeElement === frame
    if (frame !== null) frame.hidden = true
    if (hadFocus && focused instanceof HTMLElement) focused.focus()
  }
  const change = (next: VaultScreen | null): void => {
    if (next?.height === screen?.height) return
    screen = next
    look()
    for (const notify of subscribers) notify()
  }

  return {
    screen: () => screen,
    subscribe(onChange) {
      subscribers.add(onChange)
      return () => subscribers.delete(onChange)
    },
    showOver(place) {
      places.push(place)
      look()
      return () => {
        places.splice(places.indexOf(place), 1)
        look()
      }
    },
    enter(entering) {
      frame = entering
      frame.hidden = true
      const base = { position: 'fixed', border: '0', margin: '0', 'z-index': '2147483647' }
      for (const [property, value] of Object.entries(base)) frame.style.setProperty(property, value)
      return {
        change: (next) => {
          if (frame === entering) change(next)
        },
        leave() {
          if (frame !== entering) return
          change(null)
          frame = null
        },
      }
    },
  }
}
