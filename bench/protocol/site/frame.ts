import {
  awaitHello,
  createHost,
  createLimiter,
  decodeAppMessage,
  decodeHello,
  encodeReady,
  type Handlers,
  type Port,
  requests,
  windowPort,
} from '@latchkey/protocol'
import type { LineName } from '../lines.ts'

const name = new URLSearchParams(location.search).get('line') as LineName
const pageOrigin = location.ancestorOrigins[0] ?? ''
const isFromPage = (event: MessageEvent): boolean => event.source === parent && event.origin === pageOrigin

const handlers = Object.fromEntries(
  Object.keys(requests).map((name) => [name, async () => undefined]),
) as unknown as Handlers<undefined>

/** The limiter runs, with a clock on which no ping comes too early. */
const serve = (port: Port): void => {
  let timeMs = 0
  const limiter = createLimiter(() => (timeMs += 1000))
  createHost<undefined>({ port, handlers, admit: async () => undefined, limiter })
}

const pageWindow = (isMessage: (data: unknown) => boolean) =>
  windowPort({
    self: window,
    peer: () => parent,
    peerOrigin: () => pageOrigin,
    isMessage,
    acceptsOrigin: (origin) => origin === pageOrigin,
  })

const open = {
  rawWindow() {
    addEventListener('message', (event) => {
      if (isFromPage(event)) parent.postMessage(event.data, pageOrigin)
    })
  },
  rawPort() {
    addEventListener('message', (event) => {
      const [port] = event.ports
      if (!isFromPage(event) || port === undefined) return
      port.onmessage = ({ data }) => port.postMessage(data)
    })
  },
  profile4: () => serve(pageWindow((data) => decodeAppMessage(data) !== null)),
  profile5() {
    awaitHello({
      window: pageWindow((data) => decodeHello('app', data) !== null),
      onLine: serve,
      onRefused: () => undefined,
    })
  },
} satisfies Record<LineName, () => void>

open[name]()
parent.postMessage(encodeReady({ version: '', profile: name === 'profile5' ? 5 : 4, capabilities: [] }), pageOrigin)
