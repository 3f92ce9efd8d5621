/**
 * Hear what a wallet tells. `add` hands it our listener, and returns what it gives to take that back. Throws nothing; returns
 * what stops it, also where the wallet goes on. A wallet that cannot be listened to is still one that can be asked.
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
