/** The fields of an entry in engines with version 2 of the observer. */
type EntryV2 = IntersectionObserverEntry & { readonly isVisible?: boolean }

/** Reports whether elements are visible, now and on every change. Returns a function that stops watching. */
export type Watch = (elements: readonly Element[], onChange: (isSeen: boolean) => void) => () => void

/** The part of an element's area inside the document that has to be visible. */
const minShare = 0.95
const thresholds = Array.from({ length: 21 }, (_, index) => index / 20)

/** Returns whether this engine can detect that something covers an element (IntersectionObserver version 2). */
export const canTellVisibility = (): boolean => 'isVisible' in IntersectionObserverEntry.prototype

/**
 * Reports whether elements are on screen: every part that the document shows is inside the viewport of every frame above.
 * A page above could still cover them.
 */
export const watchOnScreen: Watch = (elements, onChange) => observe(elements, onChange, {}, isOnScreen)

/**
 * Reports whether elements are on screen, and not covered, transparent or distorted (IntersectionObserver version 2). While
 * they are watched in this way, Chromium also drops clicks on a frame that has just been moved. It checks every 100 ms at
 * most, so an observer that reports every frame watches too, to catch elements that are hidden for a moment.
 */
export const watchVisibility: Watch = (elements, onChange) => {
  let isOnView = false
  let isUncovered = false
  const tell = (): void => onChange(isOnView && isUncovered)
  const stopWatches = [
    watchOnScreen(elements, (isSeen) => {
      isOnView = isSeen
      tell()
    }),
    observe(
      elements,
      (isSeen) => {
        isUncovered = isSeen
        tell()
      },
      { trackVisibility: true, delay: 100 },
      (entry) => isScrolledAway(entry) || (entry.isVisible === true && isOnScreen(entry)),
    ),
  ]
  return () => {
    for (const stop of stopWatches) stop()
  }
}

const observe = (
  elements: readonly Element[],
  onChange: (isSeen: boolean) => void,
  options: object,
  isSeen: (entry: EntryV2) => boolean,
): (() => void) => {
  const seen = new Map<Element, boolean>(elements.map((element) => [element, false]))
  const note = (entries: readonly EntryV2[]): void => {
    for (const entry of entries) seen.set(entry.target, isSeen(entry))
    onChange([...seen.values()].every(Boolean))
  }
  const observer = new IntersectionObserver(note, { threshold: thresholds, ...options })
  for (const element of elements) observer.observe(element)
  return () => observer.disconnect()
}

/** The document's viewport may be too small for all of an element, as at a high zoom; the part it shows must be fully visible. */
const isOnScreen = (entry: EntryV2): boolean => {
  if (isScrolledAway(entry)) return true
  const { width, height } = shownByUs(entry)
  const { intersectionRect } = entry
  return intersectionRect.width * intersectionRect.height >= minShare * width * height
}

const shownByUs = ({ boundingClientRect: { top, right, bottom, left } }: EntryV2) => ({
  width: Math.min(right, innerWidth) - Math.max(left, 0),
  height: Math.min(bottom, innerHeight) - Math.max(top, 0),
})

/** The document shows no part of it now, because the user has scrolled elsewhere: it is not being hidden. */
const isScrolledAway = (entry: EntryV2): boolean => {
  const { width, height } = entry.boundingClientRect
  const shown = shownByUs(entry)
  return width > 0 && height > 0 && innerHeight > 0 && innerWidth > 0 && (shown.width <= 0 || shown.height <= 0)
}
