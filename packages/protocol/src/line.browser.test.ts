import { inject } from 'vitest'
import type { Line } from './line.fixture.ts'
import { lineContract } from './lineContract.fixture.ts'
import { messagePort } from './messagePort.ts'
import type { Port } from './port.ts'
import { sayHello } from './sayHello.ts'
import { windowPort } from './windowPort.ts'
import { decodeAppMessage, decodeFrameMessage } from './wire.ts'

/** Where `test/serveFrame.ts` serves the frame's document: another site than this page. */
const frameOrigin = inject('frameOrigin')

/** Resolves with the first message for which `isWanted` returns true. */
const heard = (target: Window | MessagePort, isWanted: (event: MessageEvent) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const listen = (event: Event): void => {
      if (!isWanted(event as MessageEvent)) return
      target.removeEventListener('message', listen)
      resolve()
    }
    target.addEventListener('message', listen)
  })

/** Opens a line to a real iframe on another origin; a channel connects the test to the frame's end. */
const iframeLine = async (profile: 4 | 5): Promise<Line> => {
  const iframe = document.createElement('iframe')
  iframe.src = `${frameOrigin}/index.html?version=${profile}`
  const loaded = heard(window, ({ source, data }) => source === iframe.contentWindow && data === 'test:loaded')
  document.body.append(iframe)
  await loaded

  const toFrame = windowPort({
    self: window,
    peer: () => iframe.contentWindow,
    peerOrigin: () => frameOrigin,
    isMessage: (data) => decodeFrameMessage(data) !== null,
    acceptsOrigin: (origin) => origin === frameOrigin,
  })
  const hello =
    profile === 5
      ? sayHello({ window: toFrame, makeChannel: () => new MessageChannel(), onRefused: () => undefined })
      : null
  const app: Port = hello ?? toFrame
  // READY of profile 5 is part of the handshake: the tests send it themselves.
  const isOpen = hello === null ? null : new Promise((resolve) => hello.listen(resolve))

  const { port1: test, port2 } = new MessageChannel()
  const joined = heard(test, ({ data }) => data === 'joined')
  test.start()
  iframe.contentWindow?.postMessage('test:join', frameOrigin, [port2])
  await Promise.all([joined, isOpen])
  const frame = messagePort(test, { isMessage: (data) => decodeAppMessage(data) !== null })
  return {
    app,
    frame,
    close() {
      hello?.close()
      frame.close()
      iframe.remove()
    },
  }
}

lineContract('an iframe of another origin, profile 4', () => iframeLine(4))
lineContract('an iframe of another origin, profile 5', () => iframeLine(5))
