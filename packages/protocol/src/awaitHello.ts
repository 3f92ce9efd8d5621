import { messagePort } from './messagePort.ts'
import type { Port, TransferPort } from './port.ts'
import { decodeAppMessage, decodeHello, encodeHello } from './wire.ts'

export type AwaitHelloOptions = {
  /** Messages of the page's window, already checked for source, shape and origin. */
  window: TransferPort
  /** The line is open. `close` ends it. */
  onLine: (line: Port & { close(): void }) => void
  /** A HELLO that was not taken: without exactly one port, or while there is a line already. */
  onRefused: () => void
  onDrop?: (reason: 'shape') => void
}

/**
 * The frame's end of a profile-5 line: takes the one port that comes with HELLO and says the nonce back on it. There is
 * one line at a time; a second HELLO is refused until `reset`, so that nothing in the page can take the line over.
 */
export function awaitHello({ window, onLine, onRefused, onDrop }: AwaitHelloOptions): {
  /** The page reloads its side: the next HELLO may replace the line. */
  reset(): void
  close(): void
} {
  let line: (Port & { close(): void }) | null = null
  let isTaken = false
  const stopListening = window.listen((data, ports) => {
    const nonce = decodeHello('app', data)
    const [port, ...others] = ports
    if (nonce === null || port === undefined || others.length > 0 || isTaken) {
      for (const offered of ports) offered.close()
      return onRefused()
    }
    isTaken = true
    line?.close()
    line = messagePort(port, { isMessage: (message) => decodeAppMessage(message) !== null, ...(onDrop && { onDrop }) })
    line.send(encodeHello('frame', nonce))
    onLine(line)
  })
  return {
    reset() {
      isTaken = false
    },
    close() {
      stopListening()
      line?.close()
    },
  }
}
