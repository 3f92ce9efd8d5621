import { AppError } from './AppError.ts'
import { messagePort } from './messagePort.ts'
import type { MessagePortLike, Port, TransferPort } from './port.ts'
import { decodeFrameMessage, decodeHello, encodeHello, encodeReady } from './wire.ts'

/** The frame's window, a factory of message channels, and the callbacks of the handshake. */
export type HelloOptions = {
  /** Messages of the frame's window, already checked for source, shape and origin. */
  window: TransferPort
  makeChannel: () => { port1: MessagePortLike; port2: MessagePortLike }
  /** Called when the frame is there but doesn't support profile 5. */
  onRefused: () => void
  onDrop?: (reason: 'shape') => void
}

/** More than any page sends before the line is open. */
const maxWaiting = 64

/** The page's end of a line. */
export type HelloPort = Port & {
  /**
   * Sends HELLO before READY has arrived, since READY is sent once and a window's message can be lost. A frame that hasn't loaded
   * doesn't receive it, and one that has received HELLO rejects this one. Does nothing once the connection is open.
   */
  resendHello(): void
  close(): void
}

/** The READY of a frame whose own was lost: only a frame that supports profile 5 answers HELLO. */
const unheardReady = encodeReady({ version: '5', profile: 5, capabilities: [] })

/**
 * Opens the page's end of a profile-5 line. On READY, or `resendHello`, the frame receives one end of a channel; once it has returned our
 * nonce on it, all messages go there. Earlier messages are queued, and READY is delivered then: for the client it works like any other
 * line. When the queue is full, `send` throws LIMIT_EXCEEDED.
 */
export function sayHello({ window, makeChannel, onRefused, onDrop }: HelloOptions): HelloPort {
  const listeners = new Set<(message: unknown) => void>()
  const waiting: unknown[] = []
  const nonce = crypto.randomUUID()
  /** The ports offered to the frame, which answers on the one that it takes. */
  const offers: ReturnType<typeof messagePort>[] = []
  let ready: unknown = null
  let line: (typeof offers)[number] | null = null
  let isClosed = false

  const deliver = (message: unknown) => {
    for (const listener of listeners) listener(message)
  }

  const open = (offer: (typeof offers)[number]) => {
    line = offer
    for (const other of offers.splice(0)) if (other !== offer) other.close()
    deliver(ready ?? unheardReady)
    for (const late of waiting.splice(0)) offer.send(late)
  }

  const offer = () => {
    const { port1, port2 } = makeChannel()
    const mine = messagePort(port1, {
      isMessage: (data) => (line === mine ? decodeFrameMessage(data) !== null : decodeHello('frame', data) === nonce),
      ...(onDrop && { onDrop }),
    })
    mine.listen((message) => {
      if (isClosed) return
      if (line === mine) deliver(message)
      else if (line === null) open(mine)
    })
    offers.push(mine)
    window.send(encodeHello('app', nonce), [port2])
  }

  const stopListening = window.listen((data) => {
    const message = decodeFrameMessage(data)
    // Only the first READY is answered. A second one is from another document: the frame's monitor ends this line.
    if (message === null || !('event' in message) || message.event !== 'READY' || ready !== null) return
    ready = data
    if (message.payload.profile < 5) onRefused()
    else if (line === null) offer()
  })

  return {
    resendHello() {
      if (line === null && !isClosed) offer()
    },
    send(message) {
      if (line !== null && !isClosed) return line.send(message)
      // Copied now, like any message: later changes by the caller don't count, and uncloneable data fails here.
      const copy = structuredClone(message)
      if (isClosed) return
      if (waiting.length >= maxWaiting) throw new AppError('LIMIT_EXCEEDED')
      waiting.push(copy)
    },
    listen(onMessage) {
      listeners.add(onMessage)
      return () => listeners.delete(onMessage)
    },
    close() {
      isClosed = true
      stopListening()
      line?.close()
      for (const offered of offers.splice(0)) offered.close()
      waiting.length = 0
      listeners.clear()
    },
  }
}
