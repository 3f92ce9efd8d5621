import type { AppError } from './AppError.ts'
import { awaitHello } from './awaitHello.ts'
import { createClient } from './client.ts'
import { createHost, type Handlers } from './host.ts'
import { messagePort } from './messagePort.ts'
import { type MessagePortLike, memoryPorts, type Port } from './port.ts'
import { createLimiter } from './rateClass.ts'
import { sayHello } from './sayHello.ts'
import { refuse, unserved } from './unserved.fixture.ts'
import type { WindowLike } from './windowPort.ts'
import { windowPort } from './windowPort.ts'
import { decodeAppMessage, decodeFrameMessage, decodeHello, encodeReady } from './wire.ts'

/** Both ends of a line over some transport. */
export type Line = { app: Port; frame: Port; close(): void }

export const appOrigin = 'https://dapp.example'
export const frameOrigin = 'https://wallet.example'

export async function memoryLine(): Promise<Line> {
  const [app, frame] = memoryPorts(structuredClone)
  return { app, frame, close: () => {} }
}

/** Returns the two ends of a channel after they were transferred. */
export async function channelLine(): Promise<Line> {
  const { port1, port2 } = new MessageChannel()
  const app = messagePort(port1, { isMessage: isFrameMessage })
  const frame = messagePort(port2, { isMessage: isAppMessage })
  return {
    app,
    frame,
    close() {
      app.close()
      frame.close()
    },
  }
}

type WindowEvent = { data: unknown; origin: string; source: unknown; ports?: readonly MessagePortLike[] }

/** Creates a window with the messaging of the HTML standard: copies data, checks the target origin, delivers later. */
export function fakeWindow(origin: string) {
  const listeners = new Set<(event: WindowEvent) => void>()
  return {
    origin,
    addEventListener: (_: 'message', listener: (event: WindowEvent) => void) => void listeners.add(listener),
    removeEventListener: (_: 'message', listener: (event: WindowEvent) => void) => void listeners.delete(listener),
    /** Returns this window as `source` sees it. */
    asSeenBy(source: { origin: string }): WindowLike {
      return {
        postMessage(message, targetOrigin, ports = []) {
          const data = structuredClone(message)
          if (targetOrigin !== '*' && targetOrigin !== origin) return
          queueMicrotask(() => {
            for (const deliver of listeners) deliver({ data, origin: source.origin, source, ports })
          })
        },
      }
    },
    deliver(event: WindowEvent) {
      for (const listener of listeners) listener(event)
    },
  }
}

/** Creates a page's window and a frame's, each the other's only peer. */
function windowPair(isMessage: { app: (data: unknown) => boolean; frame: (data: unknown) => boolean }) {
  const app = fakeWindow(appOrigin)
  const frame = fakeWindow(frameOrigin)
  // A window's `source` is the window itself, so each side identifies its peer by the object that posts.
  const toFrame = Object.assign(frame, frame.asSeenBy(app))
  const toApp = Object.assign(app, app.asSeenBy(frame))
  return {
    app: windowPort({
      self: app,
      peer: () => toFrame,
      peerOrigin: () => frameOrigin,
      isMessage: isMessage.app,
      acceptsOrigin: (origin) => origin === frameOrigin,
    }),
    frame: windowPort({
      self: frame,
      peer: () => toApp,
      peerOrigin: () => appOrigin,
      isMessage: isMessage.frame,
      acceptsOrigin: (origin) => origin === appOrigin,
    }),
  }
}

const isFrameMessage = (data: unknown) => decodeFrameMessage(data) !== null
const isAppMessage = (data: unknown) => decodeAppMessage(data) !== null

/** Profile 4: all messages go from window to window. */
export async function windowLine(): Promise<Line> {
  return { ...windowPair({ app: isFrameMessage, frame: isAppMessage }), close: () => {} }
}

/** Creates the windows of a profile-5 line before the first message. */
export const helloWindows = () =>
  windowPair({ app: isFrameMessage, frame: (data) => decodeHello('app', data) !== null })

/** Profile 5: READY and HELLO between the windows, all other messages over HELLO's port. */
export async function helloLine(): Promise<Line> {
  const windows = helloWindows()
  const { promise: opened, resolve: onLine } = Promise.withResolvers<Port>()
  const answer = awaitHello({ window: windows.frame, onLine, onRefused: () => {} })
  const app = sayHello({ window: windows.app, makeChannel: () => new MessageChannel(), onRefused: () => {} })
  const { promise: isReady, resolve } = Promise.withResolvers<unknown>()
  const stop = app.listen(resolve)
  windows.frame.send(encodeReady({ version: '5', profile: 5, capabilities: [] }))
  const frame = await opened
  await isReady
  stop()
  return {
    app,
    frame,
    close() {
      app.close()
      answer.close()
    },
  }
}

const quietHandlers: Handlers<undefined> = {
  ...unserved,
  SYNC_DAPP_DATA: async () => undefined,
  SYNC_THEME: async () => undefined,
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: async () => ({ smartAccountEnabledNetworks: [] }),
  IS_CONNECTED: async () => ({ isConnected: false }),
  GET_USER: refuse,
  CONNECT_EMAIL: async () => ({ action: 'VERIFY_OTP' }),
  CONNECT_OTP: async () => undefined,
  GET_CHAIN_ID: async () => ({ chainId: 1 }),
  SWITCH_NETWORK: refuse,
  PING: async () => undefined,
  RPC_REQUEST: async () => '0x1',
  RPC_ABORT: async () => undefined,
  SIGN_OUT: async () => undefined,
  RELOAD: async () => undefined,
}

/** Connects a client and a host over `line`, and records every message that the frame sent. */
export function connect(line: Line, handlers: Partial<Handlers<undefined>> = {}) {
  const failures: { name: string; error: AppError }[] = []
  const sent: unknown[] = []
  const warnings: string[] = []
  // Time runs fast here: rate limits have their own tests.
  let timeMs = 0
  const host = createHost<undefined>({
    limiter: createLimiter(() => (timeMs += 1000)),
    port: {
      listen: line.frame.listen,
      send: (message) => {
        sent.push(message)
        line.frame.send(message)
      },
    },
    handlers: { ...quietHandlers, ...handlers },
    admit: async () => undefined,
    onFailure: (failure) => failures.push(failure),
  })
  const client = createClient({ port: line.app, onWarning: (text) => warnings.push(text) })
  return {
    client,
    host,
    sent,
    failures,
    warnings,
    [Symbol.dispose]() {
      client.destroy()
      host.close()
      line.close()
    },
  }
}
