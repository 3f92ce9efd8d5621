import {
  createClient,
  decodeAppMessage,
  decodeFrameMessage,
  encodeAppMessage,
  maxRequestBytes,
  type Port,
  requests,
  sayHello,
  windowPort,
} from '@latchkey/protocol'
import { estimateBytes } from '@latchkey/protocol/estimateBytes'
import * as z from 'zod/mini'
import type { Bench, LineName } from '../lines.ts'

type Ping = () => Promise<unknown>
const pings = new Map<LineName, Ping>()

/** Bare messages as large as those of a call, matched with their caller only by id. */
const echo = (send: (message: unknown) => void, listen: (hear: (data: { id: string }) => void) => void): Ping => {
  const waiting = new Map<string, () => void>()
  let count = 0
  listen(({ id }) => {
    waiting.get(id)?.()
    waiting.delete(id)
  })
  const prefix = crypto.randomUUID().slice(0, 28)
  return () =>
    new Promise<void>((resolve) => {
      const id = `${prefix}${count++}`
      waiting.set(id, resolve)
      send({ id, type: '@w3m-app/PING' })
    })
}

const call = (port: Port): Ping => {
  const client = createClient({ port })
  return () => client.request('PING', undefined)
}

const open: Bench['open'] = async (line, frameOrigin) => {
  const iframe = document.createElement('iframe')
  iframe.src = `${frameOrigin}/frame.html?line=${line}`
  const isFromFrame = (event: MessageEvent): boolean =>
    event.source === iframe.contentWindow && event.origin === frameOrigin
  const frame = windowPort({
    self: window,
    peer: () => iframe.contentWindow,
    peerOrigin: () => frameOrigin,
    isMessage: (data) => decodeFrameMessage(data) !== null,
    acceptsOrigin: (origin) => origin === frameOrigin,
  })
  const port =
    line === 'profile5'
      ? sayHello({ window: frame, makeChannel: () => new MessageChannel(), onRefused: () => undefined })
      : frame
  const ready = new Promise<void>((resolve) => {
    const stop = port.listen(() => {
      stop()
      resolve()
    })
  })
  document.body.append(iframe)
  await ready
  if (line === 'rawWindow') {
    const listen = (hear: (data: { id: string }) => void) =>
      addEventListener('message', (event) => isFromFrame(event) && hear(event.data))
    pings.set(
      line,
      echo((message) => iframe.contentWindow?.postMessage(message, frameOrigin), listen),
    )
  } else if (line === 'rawPort') {
    const { port1, port2 } = new MessageChannel()
    iframe.contentWindow?.postMessage('take this', frameOrigin, [port2])
    const listen = (hear: (data: { id: string }) => void) => {
      port1.onmessage = ({ data }) => hear(data)
    }
    pings.set(
      line,
      echo((message) => port1.postMessage(message), listen),
    )
  } else pings.set(line, call(port))
}

const run: Bench['run'] = async (line, count, inFlight) => {
  const ping = pings.get(line)
  if (ping === undefined) throw new Error(`${line} is not open`)
  let left = count
  const one = async (): Promise<void> => {
    while (left-- > 0) await ping()
  }
  const startedMs = performance.now()
  await Promise.all(Array.from({ length: inFlight }, one))
  return performance.now() - startedMs
}

const address = '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'
const typedData = {
  types: { Mail: Array.from({ length: 20 }, (_, field) => ({ name: `field${field}`, type: 'string' })) },
  primaryType: 'Mail',
  domain: { name: 'Mail', chainId: 1, verifyingContract: address },
  message: Object.fromEntries(Array.from({ length: 20 }, (_, field) => [`field${field}`, 'x'.repeat(150)])),
}
const messages = {
  PING: encodeAppMessage({ id: crypto.randomUUID(), name: 'PING' }),
  eth_call: encodeAppMessage({
    id: crypto.randomUUID(),
    name: 'RPC_REQUEST',
    payload: { method: 'eth_call', params: [{ to: address, data: `0x${'ab'.repeat(68)}` }, 'latest'] },
  }),
  'eth_signTypedData_v4, 5 KB': encodeAppMessage({
    id: crypto.randomUUID(),
    name: 'RPC_REQUEST',
    payload: { method: 'eth_signTypedData_v4', params: [address, typedData] },
  }),
}

/** Parses as the host does, without the handler. */
const parseOne = (data: unknown): void => {
  const message = decodeAppMessage(data)
  if (message === null) throw new Error('No message')
  const { name, payload } = message
  if (estimateBytes(payload, maxRequestBytes(name, payload)) === Number.POSITIVE_INFINITY) throw new Error('Too large')
  if (!z.safeParse(requests[name].payload, payload).success) throw new Error('Not valid')
}

const parse: Bench['parse'] = (count) =>
  Object.fromEntries(
    Object.entries(messages).map(([title, message]) => {
      const startedMs = performance.now()
      for (let i = 0; i < count; i++) parseOne(message)
      return [title, ((performance.now() - startedMs) * 1000) / count]
    }),
  )

Object.assign(globalThis, { bench: { open, run, parse } satisfies Bench })
