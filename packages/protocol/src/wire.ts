import * as z from 'zod/mini'
import type { ErrorDetails, WireError } from './AppError.ts'
import { isRequestName, type RequestName } from './requests.ts'
import { tryParse } from './tryParse.ts'

/**
 * The wire format of profiles 4 and 5: only message names and envelopes. App to frame `{ id, type: '@w3m-app/<NAME>', payload? }`; frame to
 * app `'@w3m-frame/<NAME>_SUCCESS' | '_ERROR'`. Profile 5 adds HELLO, which moves the line to a MessagePort, and two keyboard events.
 */
const APP = '@w3m-app/'
const FRAME = '@w3m-frame/'
const SUCCESS = '_SUCCESS'
const ERROR = '_ERROR'

/** A message from the page. `name` is a row of `requests`. */
export type AppMessage = { id: string; name: RequestName; payload?: unknown }
/** A reply from the frame. */
export type Reply =
  | { id: string; name: RequestName; outcome: 'success'; payload?: unknown }
  | { id: string; name: RequestName; outcome: 'error'; error: ForeignError }
/** Sent once the frame can be called. `capabilities` lists optional features; `profile` is the highest one it supports. */
export type ReadyEvent = { event: 'READY'; payload: { version: string; profile: number; capabilities: string[] } }
/** Sent when the session may have changed. It has no payload: the page requests the new state. */
export type SessionUpdateEvent = { event: 'SESSION_UPDATE' }
/** Profile 5. The keyboard focus leaves the frame: backward from its first element, or forward from its last. */
export type FocusExitEvent = { event: 'FOCUS_EXIT'; edge: 'start' | 'end' }
/** Profile 5. The user pressed Escape, and the frame has nothing to close. */
export type EscapeEvent = { event: 'ESCAPE' }
/** A key press that the page handles for the frame (profile 5). */
export type FrameKeyEvent = FocusExitEvent | EscapeEvent
/** Any message from a frame. */
export type FrameMessage = Reply | ReadyEvent | SessionUpdateEvent | FrameKeyEvent

/** An error from any frame: a message, and from ours also its meaning. */
export type ForeignError = { message: string; name?: string; code?: number; details?: ErrorDetails; ref?: string }

const id = z.string().check(z.minLength(1), z.maxLength(64))
const appEnvelope = z.object({ id, type: z.string(), payload: z.optional(z.unknown()) })
const frameEnvelope = z.object({ id: z.optional(id), type: z.string(), payload: z.optional(z.unknown()) })
const errorPayload = z.object({
  message: z.string().check(z.maxLength(1000)),
  name: z.optional(z.string().check(z.maxLength(64))),
  code: z.optional(z.number()),
  details: z.optional(z.record(z.string(), z.union([z.string().check(z.maxLength(500)), z.number()]))),
  ref: z.optional(z.string().check(z.maxLength(64))),
})
/** Too long to guess. */
const nonce = z.string().check(z.minLength(16), z.maxLength(64))
const hello = z.object({ type: z.string(), payload: z.object({ profile: z.literal(5), nonce }) })
const focusExit = z.object({ edge: z.enum(['start', 'end']) })
const readyPayload = z.object({
  version: z._default(z.string(), ''),
  profile: z._default(z.number(), 4),
  capabilities: z._default(z.array(z.string()), []),
})

/** Returns the envelope of a request. `payload` is left out when it is undefined. */
export const encodeAppMessage = ({ id, name, payload }: AppMessage): unknown => ({
  id,
  type: APP + name,
  ...(payload === undefined ? {} : { payload }),
})

/** Returns the message; null for another library's traffic, an unknown name or an invalid envelope. */
export function decodeAppMessage(data: unknown): AppMessage | null {
  const envelope = tryParse(appEnvelope, data)
  if (!envelope.success || !envelope.data.type.startsWith(APP)) return null
  const name = envelope.data.type.slice(APP.length)
  return isRequestName(name) ? { id: envelope.data.id, name, payload: envelope.data.payload } : null
}

/** Returns the envelope of a reply with a result; `id` and `name` are the request's. */
export const encodeSuccess = (id: string, name: RequestName, payload: unknown): unknown => ({
  id,
  type: FRAME + name + SUCCESS,
  ...(payload === undefined ? {} : { payload }),
})

/** Returns the envelope of a reply with an error; `id` and `name` are the request's. */
export const encodeError = (id: string, name: RequestName, error: WireError): unknown => ({
  id,
  type: FRAME + name + ERROR,
  payload: error,
})

/** Returns the envelope of the READY event. */
export const encodeReady = (payload: ReadyEvent['payload']): unknown => ({ type: `${FRAME}READY`, payload })

/** Returns a HELLO. The page posts it to the frame's window with a port; the frame returns it on that port, with the same nonce. */
export const encodeHello = (from: 'app' | 'frame', nonce: string): unknown => ({
  type: `${from === 'app' ? APP : FRAME}HELLO`,
  payload: { profile: 5, nonce },
})

/** Returns the nonce of a HELLO from that side; null for any other message. */
export function decodeHello(from: 'app' | 'frame', data: unknown): string | null {
  const parsed = tryParse(hello, data)
  return parsed.success && parsed.data.type === `${from === 'app' ? APP : FRAME}HELLO`
    ? parsed.data.payload.nonce
    : null
}

/** Returns the envelope of a keyboard event (profile 5). */
export const encodeKeyEvent = (event: FrameKeyEvent): unknown =>
  event.event === 'ESCAPE' ? { type: `${FRAME}ESCAPE` } : { type: `${FRAME}FOCUS_EXIT`, payload: { edge: event.edge } }

/** Returns the message; null when `data` isn't one that a frame sends. */
export function decodeFrameMessage(data: unknown): FrameMessage | null {
  const envelope = tryParse(frameEnvelope, data)
  if (!envelope.success || !envelope.data.type.startsWith(FRAME)) return null
  const { id, payload } = envelope.data
  const type = envelope.data.type.slice(FRAME.length)
  if (type === 'READY') {
    const ready = tryParse(readyPayload, payload ?? {})
    return ready.success ? { event: 'READY', payload: ready.data } : null
  }
  if (type === 'SESSION_UPDATE') return { event: 'SESSION_UPDATE' }
  if (type === 'ESCAPE') return { event: 'ESCAPE' }
  if (type === 'FOCUS_EXIT') {
    const exit = tryParse(focusExit, payload)
    return exit.success ? { event: 'FOCUS_EXIT', edge: exit.data.edge } : null
  }
  if (id === undefined) return null
  if (type.endsWith(SUCCESS)) {
    const name = type.slice(0, -SUCCESS.length)
    return isRequestName(name) ? { id, name, outcome: 'success', payload } : null
  }
  if (type.endsWith(ERROR)) {
    const name = type.slice(0, -ERROR.length)
    const error = tryParse(errorPayload, payload ?? { message: 'An error occurred' })
    if (!isRequestName(name)) return null
    return {
      id,
      name,
      outcome: 'error',
      error: error.success ? (error.data as ForeignError) : { message: 'An error occurred' },
    }
  }
  return null
}
