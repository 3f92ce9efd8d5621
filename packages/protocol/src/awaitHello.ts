import { messagePort } from './messagePort.ts'
import type { Port, TransferPort } from './port.ts'
import { decodeAppMessage, decodeHello, encodeHello } from './wire.ts'

/** The page's window and the callbacks of the handshake. */
export type AwaitHelloOptions = {
  /** Messages of the page's window, already checked for source, shape and origin. */
  window: TransferPort
  /** The line is open. `close` ends it. */
  onLine: (line: Port & { close(): void }) => void
  /** A HELLO that was not taken: without exactly one port, or another one while there is a line already. */
  onRefused: () => void
  onDrop?: (reason: 'shape') => void
}

/**
 * The frame's end of a profile-5 line: takes the one port that comes with HELLO and says the nonce back on it. There is
 * one line at a time; a second HELLO is refused until `reset`, so that nothing in the page can take the line over. The same
 * page may say the same HELLO again, as it cannot know that it was heard: that is no complaint, and its port is closed too.
 */
export function awaitHello({ window, onLine, onRefused, onDrop }: AwaitHelloOptions): {
  /** The page reloads its side: the next HELLO may replace the line. */
  reset(): void
  close(): void
} {
  let line: (Port & { close(): void }) | null = null
  /** The nonce of the line that may not be replaced. */
  let taken: string | null = null
  const stopListening = window.listen((data, ports) => {
    const nonce = decodeHello('app', data)
    const [port, ...others] = ports
    if (nonce === null || port === undefined || others.length > 0 || taken !== null) {
      for (const offered of ports) offered.close()
      if (nonce === null || nonce !== taken) onRefused()
      return
    }
    taken = nonce
    line?.close()
    line = messagePort(port, { isMessage: (message) => decodeAppMessage(message) !== null, ...(onDrop && { onDrop }) })
    line.send(encodeHello('frame', nonce))
    onLine(line)
  })
  return {
    reset() {
      taken = null
    },
    close() {
      stopListening()
      line?.close()
    },
  }
}
