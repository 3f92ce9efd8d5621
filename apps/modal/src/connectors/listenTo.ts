/**
 * Subscribes to a wallet's events. `add` passes it our listener, and returns its unsubscribe handle. Throws nothing; returns a function
 * that stops our listener, even if the wallet goes on. A wallet that can't be subscribed to can still be called.
 */
export function listenTo(
  add: (listener: (event: unknown) => void) => unknown,
  hear: (event: unknown) => void,
): () => void {
  let isStopped = false
  let off: unknown
  try {
    off = add((event) => isStopped || hear(event))
  } catch {}
  return () => {
    isStopped = true
    try {
      if (typeof off === 'function') off()
    } catch {}
  }
}
