import type { MessagePortLike, TransferPort } from './port.ts'

type MessageEventLike = {
  readonly data: unknown
  readonly origin: string
  readonly source: unknown
  readonly ports?: readonly MessagePortLike[]
}
/** The part of `Window` that messaging needs. */
export type WindowLike = {
  postMessage(message: unknown, targetOrigin: string, transfer?: MessagePortLike[]): void
}
/** The part of `Window` that receives messages. */
export type ReceiverLike = {
  addEventListener(type: 'message', listener: (event: MessageEventLike) => void): void
  removeEventListener(type: 'message', listener: (event: MessageEventLike) => void): void
}

/** Why a message was not delivered. */
export type DropReason = 'source' | 'shape' | 'origin'

/** The two windows and the checks that a message has to pass. */
export type WindowPortOptions = {
  /** Our own window. */
  self: ReceiverLike
  /** The only window to communicate with; null once it is gone. */
  peer: () => WindowLike | null
  /** The peer's exact origin; null until it is known, and nothing is sent until then. */
  peerOrigin: () => string | null
  /** Returns whether `data` has the shape of a message. */
  isMessage: (data: unknown) => boolean
  /** Returns whether a well-formed message from the right window may come from `origin`. Called for each one. */
  acceptsOrigin: (origin: string) => boolean
  onDrop?: (reason: DropReason, origin: string) => void
}

/**
 * Exchanges messages between two windows. Each is checked for source, then shape, then origin; one that fails is dropped and reported,
 * never delivered. Messages go to the peer's exact origin.
 */
export function windowPort(options: WindowPortOptions): TransferPort {
  return {
    send(message, transfer = []) {
      const origin = options.peerOrigin()
      if (origin !== null) options.peer()?.postMessage(message, origin, [...transfer])
    },
    listen(onMessage) {
      const receive = (event: MessageEventLike) => {
        const drop = (reason: DropReason) => options.onDrop?.(reason, event.origin)
        if (event.source === null || event.source !== options.peer()) return drop('source')
        if (!options.isMessage(event.data)) return drop('shape')
        // A sandboxed or opaque page has the origin "null", which identifies no page.
        if (event.origin === 'null' || !options.acceptsOrigin(event.origin)) return drop('origin')
        onMessage(event.data, event.ports ?? [])
      }
      options.self.addEventListener('message', receive)
      return () => options.self.removeEventListener('message', receive)
    },
  }
}
