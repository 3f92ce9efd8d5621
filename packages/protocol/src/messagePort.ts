import type { MessagePortLike, Port } from './port.ts'

export type ChannelOptions = {
  /** Whether `data` has the shape of a message at all. */
  isMessage: (data: unknown) => boolean
  onDrop?: (reason: 'shape') => void
}

/**
 * Messages over one end of a channel. Whoever holds the other end was checked when it was handed over; from then on
 * nobody else can speak on it, so only the shape is left to be checked.
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
