/**
 * Reads the page now and, while it is still loading, once more when it is loaded: for lists of wallets that have no event. Returns a
 * function that stops it.
 */
export function onceAndOnLoad(read: () => void): () => void {
  read()
  if (typeof document === 'undefined' || document.readyState === 'complete') return () => undefined
  addEventListener('load', read, { once: true })
  return () => removeEventListener('load', read)
}
