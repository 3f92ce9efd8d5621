import type { MessagePortLike, Port } from './port.ts'

/** How messages on a channel are checked; those that fail are dropped and reported to `onDrop`. */
export type ChannelOptions = {
  /** Returns whether `data` has the shape of a message. */
  isMessage: (data: unknown) => boolean
  onDrop?: (reason: 'shape') => void
}

/**
 * Sends and receives messages over one end of a channel. The holder of the other end was checked when it was transferred, and
 * no one else can use it, so only the shape of messages is checked.
 */
export function messagePort(port: MessagePortLike, { isMessage, onDrop }: ChannelOptions): Port & { close(): void } {
  return {
    send: (message) => port.postMessage(message),
    listen(onMessage) {
      const receive = ({ data }: { readonly data: unknown }) => {
        if (isMessage(data)) onMessage(data)
        else onDrop?.('shape')
      }
      port.addEventListener('message', receive)
      port.start()
      return () => port.removeEventListener('message', receive)
    },
    close: () => port.close(),
  }
}
