/**
 * The frame's end of a real line, on another origin than the page. Messages from the line go to the test and back through a separate
 * channel, so that the test's host answers, while the messages between page and frame are real.
 */
import { awaitHello } from '../../src/awaitHello.ts'
import type { Port } from '../../src/port.ts'
import { windowPort } from '../../src/windowPort.ts'
import { decodeAppMessage, decodeHello, encodeReady } from '../../src/wire.ts'

const profile = Number(new URLSearchParams(location.search).get('version'))
const pageOrigin = location.ancestorOrigins[0] ?? ''

const join = (line: Port, test: MessagePort): void => {
  line.listen((message) => test.postMessage(message))
  test.addEventListener('message', ({ data }) => line.send(data))
  test.start()
  test.postMessage('joined')
}

/** Only our parent may pass the channel, which isn't part of the line. */
const test = await new Promise<MessagePort>((resolve) => {
  addEventListener('message', ({ source, origin, data, ports: [port] }) => {
    if (source === parent && origin === pageOrigin && data === 'test:join' && port !== undefined) resolve(port)
  })
  parent.postMessage('test:loaded', pageOrigin)
})
const window = windowPort({
  self: globalThis.window,
  peer: () => parent,
  peerOrigin: () => pageOrigin,
  isMessage: (data) => (profile === 4 ? decodeAppMessage(data) : decodeHello('app', data)) !== null,
  acceptsOrigin: (origin) => origin === pageOrigin,
})
if (profile === 4) join(window, test)
else {
  awaitHello({ window, onLine: (line) => join(line, test), onRefused: () => undefined })
  window.send(encodeReady({ version: '5', profile: 5, capabilities: [] }))
}
