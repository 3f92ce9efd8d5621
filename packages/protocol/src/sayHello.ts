import { AppError } from './errors.ts'
import { messagePort } from './messagePort.ts'
import type { MessagePortLike, Port, TransferPort } from './port.ts'
import { decodeFrameMessage, decodeHello, encodeHello } from './wire.ts'

export type HelloOptions = {
  /** Messages of the frame's window, already checked for source, shape and origin. */
  window: TransferPort
  makeChannel: () => { port1: MessagePortLike; port2: MessagePortLike }
  /** The frame is there but does not know profile 5. */
  onRefused: () => void
  onDrop?: (reason: 'shape') => void
}

/** More than any page asks before the line is open. */
const mostWaiting = 64

/**
 * The page's end of a profile-5 line. When the frame says READY, it is handed one end of a channel; once it has said our
 * nonce back on it, everything travels there. What is sent before that waits, and READY is delivered then: to
 * the client it looks like any other line. When too much waits, `send` throws LIMIT_EXCEEDED.
 */
export function sayHello({ window, makeChannel, onRefused, onDrop }: HelloOptions): Port & { close(): void } {
  const listeners = new Set<(message: unknown) => void>()
  const waiting: unknown[] = []
  const nonce = crypto.randomUUID()
  let line: ReturnType<typeof messagePort> | null = null
  let state: 'waiting' | 'open' | 'closed' = 'waiting'

  const deliver = (message: unknown) => {
    for (const listener of listeners) listener(message)
  }

  const offer = (ready: unknown) => {
    const { port1, port2 } = makeChannel()
    line = messagePort(port1, {
      isMessage: (data) =>
        state === 'open' ? decodeFrameMessage(data) !== null : decodeHello('frame', data) === nonce,
      ...(onDrop && { onDrop }),
    })
    line.listen((message) => {
      if (state === 'closed') return
      if (state === 'open') return deliver(message)
      state = 'open'
      deliver(ready)
      for (const late of waiting.splice(0)) line?.send(late)
    })
    window.send(encodeHello('app', nonce), [port2])
  }

  const stopListening = window.listen((data) => {
    const message = decodeFrameMessage(data)
    // One READY opens one line. A second one is another document: whoever watches the frame ends this life.
    if (message === null || !('event' in message) || message.event !== 'READY' || line !== null) return
    if (message.payload.profile < 5) onRefused()
    else offer(data)
  })

  return {
    send(message) {
      if (state === 'open') return line?.send(message)
      // Copied now, like any message: what the caller changes later is not what was sent, and what cannot be copied fails here.
      const copy = structuredClone(message)
      if (state === 'closed') return
      if (waiting.length >= mostWaiting) throw new AppError('LIMIT_EXCEEDED')
      waiting.push(copy)
    },
    listen(onMessage) {
      listeners.add(onMessage)
      return () => listeners.delete(onMessage)
    },
    close() {
      state = 'closed'
      stopListening()
      line?.close()
      waiting.length = 0
      listeners.clear()
    },
  }
}
