import type { ReceiverLike } from '@latchkey/protocol'

type Listener = Parameters<ReceiverLike['addEventListener']>[1]
type MessageEventLike = Parameters<Listener>[0]

/** More than any client sends before it has received an answer. */
const maxHeld = 64

/**
 * Wraps a window so that its first messages are not lost. Some clients send as soon as the document has loaded, when the
 * page's origin can't be verified yet: the parent's messages are held until there is a listener, and then delivered to be
 * verified. Must be called before the document has loaded.
 */
export const holdMessages = (window: ReceiverLike, parent: unknown): ReceiverLike => {
  const held: MessageEventLike[] = []
  const hold: Listener = (event) => {
    if (event.source === parent && held.length < maxHeld) held.push(event)
  }
  window.addEventListener('message', hold)
  return {
    addEventListener(type, listener) {
      window.removeEventListener('message', hold)
      // Later, so that READY goes out before any answer.
      for (const event of held.splice(0)) queueMicrotask(() => listener(event))
      window.addEventListener(type, listener)
    },
    removeEventListener: (type, listener) => window.removeEventListener(type, listener),
  }
}
