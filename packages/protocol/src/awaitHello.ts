import { messagePort } from './messagePort.ts'
import type { Port, TransferPort } from './port.ts'
import { decodeAppMessage, decodeHello, encodeHello } from './wire.ts'

/** The page's window and the callbacks of the handshake. */
export type AwaitHelloOptions = {
  /** Messages of the page's window, already checked for source, shape and origin. */
  window: TransferPort
  /** Called when the line is open. `close` ends it. */
  onLine: (line: Port & { close(): void }) => void
  /** Called for a rejected HELLO: without exactly one port, or while another line is open. */
  onRefused: () => void
  onDrop?: (reason: 'shape') => void
}

/**
 * Opens the frame's end of a profile-5 line: takes the one port that comes with HELLO and returns the nonce on it. There is one line at a
 * time; a second HELLO is rejected until `reset`, so that nothing in the page can take over the line. The same page may repeat the same
 * HELLO, since it can't know whether it arrived: that isn't reported, and its port is closed too.
 */
export function awaitHello({ window, onLine, onRefused, onDrop }: AwaitHelloOptions): {
  /** Called when the page reloads its side: the next HELLO may replace the line. */
  reset(): void
  close(): void
} {
  let line: (Port & { close(): void }) | null = null
  /** The nonce of the open line, which may not be replaced. */
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
