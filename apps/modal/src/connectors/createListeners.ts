import type { ConnectorListener } from './Connector.ts'

export type Listeners = {
  /** Call everybody who listens, also those that one of them makes leave. */
  tell(act: (listener: ConnectorListener) => void): void
  /** Returns what stops it. The same listener may listen twice and leaves once. */
  listen(listener: ConnectorListener): () => void
}

/** A connector's listeners. Its wallet is notified when the first one subscribes, and when the last one unsubscribes. */
export function createListeners({ onFirst, onLast }: { onFirst(): void; onLast(): void }): Listeners {
  const listeners = new Set<ConnectorListener>()
  return {
    tell(act) {
      for (const listener of [...listeners]) act(listener)
    },
    listen(listener) {
      const own = { ...listener }
      listeners.add(own)
      if (listeners.size === 1) onFirst()
      return () => {
        if (listeners.delete(own) && listeners.size === 0) onLast()
      }
    },
  }
}
