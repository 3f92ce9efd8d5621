import type { ConnectorListener } from './Connector.ts'

export type Listeners = {
  /** Calls every listener, also those that another one removes meanwhile. */
  tell(act: (listener: ConnectorListener) => void): void
  /** Returns a function that unsubscribes. The same listener may subscribe twice; each is removed separately. */
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
