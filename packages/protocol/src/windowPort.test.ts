import { expect, test } from 'vitest'
import { appOrigin, fakeWindow, frameOrigin } from './line.fixture.ts'
import { type DropReason, windowPort } from './windowPort.ts'
import { decodeAppMessage, encodeAppMessage } from './wire.ts'

function setup() {
  const parent = Object.assign(fakeWindow(appOrigin), { postMessage: (..._: unknown[]) => {} })
  const stranger = fakeWindow(appOrigin)
  const self = fakeWindow(frameOrigin)
  const delivered: unknown[] = []
  const drops: DropReason[] = []
  const port = windowPort({
    self,
    peer: () => parent,
    peerOrigin: () => null,
    isMessage: (data) => decodeAppMessage(data) !== null,
    acceptsOrigin: (origin) => origin === appOrigin,
    onDrop: (reason) => drops.push(reason),
  })
  const stop = port.listen((message) => delivered.push(message))
  return { self, parent, stranger, port, delivered, drops, stop }
}
const message = encodeAppMessage({ id: '1', name: 'GET_CHAIN_ID' })

test.each([
  ['another window of the right origin', 'stranger', appOrigin, message, 'source'],
  ['no window', null, appOrigin, message, 'source'],
  ['another shape', 'parent', appOrigin, { hello: 1 }, 'shape'],
  ['another shape from a wrong origin', 'parent', 'https://evil.example', 'x', 'shape'],
  ['a wrong origin', 'parent', 'https://evil.example', message, 'origin'],
  ['an origin that ends like the right one', 'parent', 'https://evil-dapp.example', message, 'origin'],
  ['an origin that starts like the right one', 'parent', `${appOrigin}.evil.example`, message, 'origin'],
  ['another scheme', 'parent', 'http://dapp.example', message, 'origin'],
  ['another port', 'parent', `${appOrigin}:8443`, message, 'origin'],
  ['an opaque origin', 'parent', 'null', message, 'origin'],
  ['an empty origin', 'parent', '', message, 'origin'],
] as const)('drops a message from %s', (_, source, origin, data, reason) => {
  const { self, parent, stranger, delivered, drops } = setup()
  self.deliver({ data, origin, source: source === 'parent' ? parent : source === 'stranger' ? stranger : null })
  expect(delivered).toEqual([])
  expect(drops).toEqual([reason])
})

test('delivers a message that passes all three checks, until it stops listening', () => {
  const { self, parent, delivered, stop } = setup()
  self.deliver({ data: message, origin: appOrigin, source: parent })
  stop()
  self.deliver({ data: message, origin: appOrigin, source: parent })
  expect(delivered).toEqual([message])
})

test('sends nothing while the peer has no known origin', () => {
  const { port, parent } = setup()
  let sent = 0
  parent.postMessage = () => void sent++
  port.send(message)
  expect(sent).toBe(0)
})
