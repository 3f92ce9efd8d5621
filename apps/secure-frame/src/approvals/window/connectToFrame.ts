import { AppError } from '@latchkey/protocol'
import * as z from 'zod/mini'
import { hello, welcome } from './messages.ts'

/** How long the frame may take to answer, in milliseconds. */
const timeoutMs = 10_000

/** What is used of the frame that opened us. */
type Opener = {
  readonly location: { readonly origin: string }
  postMessage(message: unknown, targetOrigin: string): void
}

type HelloEvent = {
  readonly data: unknown
  readonly origin: string
  readonly source: unknown
  readonly ports: readonly MessagePort[]
}
export type WindowReceiver = {
  addEventListener(type: 'message', listener: (event: HelloEvent) => void): void
  removeEventListener(type: 'message', listener: (event: HelloEvent) => void): void
}

export type ConnectToFrameInput = {
  /** Our own window. */
  self: WindowReceiver
  isTopLevel: boolean
  opener: Opener | null
  /** Our own origin, which the frame's has to be. */
  origin: string
  /** The nonce of our address; empty where there is none. */
  nonce: string
  withinMs?: number
}

/**
 * Introduce ourselves to the frame that opened this window, and resolve with the line that it answers with. Rejects with
 * UNAUTHORIZED when we are framed, were not opened by a document of our own origin, or carry no nonce: then nothing was
 * said to anybody. Rejects with TIMEOUT when the frame does not answer, as it does not to a nonce that was used.
 */
export const connectToFrame = async (input: ConnectToFrameInput): Promise<MessagePort> => {
  const { self, isTopLevel, opener, origin, nonce, withinMs = timeoutMs } = input
  const greeting = z.safeParse(hello, { type: 'latchkey-window-hello', nonce })
  if (!isTopLevel || opener === null || !isOurs(opener, origin) || !greeting.success) throw new AppError('UNAUTHORIZED')
  const answer = Promise.withResolvers<MessagePort>()
  const receive = ({ source, origin: from, data, ports }: HelloEvent): void => {
    if (source !== opener || from !== origin) return
    const said = z.safeParse(welcome, data)
    const [port] = ports
    if (said.success && said.data.nonce === nonce && port !== undefined && ports.length === 1) answer.resolve(port)
  }
  const timer = setTimeout(() => answer.reject(new AppError('TIMEOUT')), withinMs)
  self.addEventListener('message', receive)
  try {
    opener.postMessage(greeting.data, origin)
    return await answer.promise
  } finally {
    clearTimeout(timer)
    self.removeEventListener('message', receive)
  }
}

/** Reading the location of another origin's window throws. */
const isOurs = (opener: Opener, origin: string): boolean => {
  try {
    return opener.location.origin === origin
  } catch {
    return false
  }
}
