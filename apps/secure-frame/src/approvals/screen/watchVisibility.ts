/** What an entry tells in engines with version 2 of the observer. */
type EntryV2 = IntersectionObserverEntry & { readonly isVisible?: boolean }

const minRatio = 0.95

/**
 * Tells whether all elements are really on screen: inside the viewport of every frame above, and, where the engine can
 * tell (IntersectionObserver version 2), neither covered nor made see-through by anybody. Elsewhere the page above could
 * still cover us; the delay and the focus remain. Returns what stops it.
 */
export const watchVisibility = (elements: readonly Element[], onChange: (isVisible: boolean) => void): (() => void) => {
  const visible = new Map<Element, boolean>(elements.map((element) => [element, false]))
  const observe = (entries: readonly EntryV2[]): void => {
    for (const entry of entries) {
      visible.set(entry.target, entry.intersectionRatio >= minRatio && entry.isVisible !== false)
    }
    onChange([...visible.values()].every(Boolean))
  }
  const canSeeThrough = 'isVisible' in IntersectionObserverEntry.prototype
  const options = { threshold: [0, minRatio, 1], ...(canSeeThrough ? { trackVisibility: true, delay: 100 } : {}) }
  const observer = new IntersectionObserver(observe, options)
  for (const element of elements) observer.observe(element)
  return () => observer.disconnect()
}
