import { AppError } from '@latchkey/protocol'
import * as z from 'zod/mini'
import { hello, welcome } from './messages.ts'

/** The time limit for the frame's answer, in milliseconds. */
const timeoutMs = 10_000

/** The used part of the frame that opened this window. */
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
  /** This window. */
  self: WindowReceiver
  isTopLevel: boolean
  opener: Opener | null
  /** This window's origin, which the frame's has to match. */
  origin: string
  /** The nonce in this window's URL; empty where there is none. */
  nonce: string
  withinMs?: number
}

/**
 * Introduces this window to the frame that opened it, and resolves with the port that it answers with. Rejects with
 * UNAUTHORIZED when the window is framed, was not opened by a document of its own origin, or has no nonce: then nothing was
 * sent. Rejects with TIMEOUT when the frame does not answer, for example because the nonce was used already.
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
