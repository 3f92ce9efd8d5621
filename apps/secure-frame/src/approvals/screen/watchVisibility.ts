/** What an entry tells in engines with version 2 of the observer. */
type EntryV2 = IntersectionObserverEntry & { readonly isVisible?: boolean }

/** How much of what our own document shows of an element has to be seen. */
const minShare = 0.95
const thresholds = Array.from({ length: 21 }, (_, index) => index / 20)

/**
 * Tells whether elements are really on screen: every part that our document shows is inside the viewport of every frame
 * above, and, where the engine can tell (IntersectionObserver version 2), neither covered nor made see-through by
 * anybody. Elsewhere the page above could still cover us; the delay and the focus remain. Returns what stops it.
 */
export const watchVisibility = (elements: readonly Element[], onChange: (isVisible: boolean) => void): (() => void) => {
  const visible = new Map<Element, boolean>(elements.map((element) => [element, false]))
  const observe = (entries: readonly EntryV2[]): void => {
    for (const entry of entries) visible.set(entry.target, isSeen(entry))
    onChange([...visible.values()].every(Boolean))
  }
  const canSeeThrough = 'isVisible' in IntersectionObserverEntry.prototype
  const options = { threshold: thresholds, ...(canSeeThrough ? { trackVisibility: true, delay: 100 } : {}) }
  const observer = new IntersectionObserver(observe, options)
  for (const element of elements) observer.observe(element)
  return () => observer.disconnect()
}

/** Our own viewport may be too small for all of an element, as at a high zoom; what it shows must be seen whole. */
const isSeen = ({ boundingClientRect, intersectionRect, isVisible }: EntryV2): boolean => {
  const { top, right, bottom, left } = boundingClientRect
  const width = Math.min(right, innerWidth) - Math.max(left, 0)
  const height = Math.min(bottom, innerHeight) - Math.max(top, 0)
  if (width <= 0 || height <= 0 || isVisible === false) return false
  return intersectionRect.width * intersectionRect.height >= minShare * width * height
}
