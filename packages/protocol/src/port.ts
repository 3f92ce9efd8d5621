/** The interface of a transport. It delivers only messages whose sender it has checked. */
export type Port = {
  send(message: unknown): void
  /** @returns a function that stops listening */
  listen(onMessage: (message: unknown) => void): () => void
}

/** A transport that can also transfer the end of a channel. */
export type TransferPort = {
  send(message: unknown, transfer?: readonly MessagePortLike[]): void
  listen(onMessage: (message: unknown, ports: readonly MessagePortLike[]) => void): () => void
}

/** The part of `MessagePort` that messaging needs. */
export type MessagePortLike = {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  removeEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  start(): void
  close(): void
}

/** Creates two ends of a line in memory. Messages are copied, as in a browser, and arrive later. */
export function memoryPorts(clone: (message: unknown) => unknown): [Port, Port] {
  const listeners: [Set<(message: unknown) => void>, Set<(message: unknown) => void>] = [new Set(), new Set()]
  const end = (mine: 0 | 1): Port => ({
    send(message) {
      const copy = clone(message)
      void Promise.resolve().then(() => {
        for (const deliver of listeners[mine === 0 ? 1 : 0]) deliver(copy)
      })
    },
    listen(onMessage) {
      listeners[mine].add(onMessage)
      return () => listeners[mine].delete(onMessage)
    },
  })
  return [end(0), end(1)]
}
