import { AppError } from './AppError.ts'
import { estimateBytes } from './estimateBytes.ts'
import type { Port } from './port.ts'
import { createLimiter, type Limiter, rateClassOf } from './rateClass.ts'
import { maxRequestBytes, mayWaitForPerson, type Payload, type RequestName, type Result, requests } from './requests.ts'
import { tryParse } from './tryParse.ts'
import { decodeAppMessage, encodeError, encodeKeyEvent, encodeSuccess, type FrameKeyEvent } from './wire.ts'

/** A handler's arguments besides the payload. */
export type Call<context> = {
  /** The page's id for the request. */
  id: string
  context: context
  /**
   * Aborts when the page drops requests that wait for the user (RPC_ABORT, RELOAD), or the line is closed. This may happen before the
   * handler has asked the user, so a handler that asks checks it first.
   */
  signal: AbortSignal
}

/** Exhaustive: a request without a handler does not compile. */
export type Handlers<context> = {
  [name in RequestName]: (payload: Payload<name>, call: Call<context>) => Promise<Result<name>>
}

/** The port of one page and the handlers of its requests. `context` is what `admit` returns about the caller. */
export type HostOptions<context> = {
  port: Port
  handlers: Handlers<context>
  /** Runs before every handler; throws an AppError to reject, returns what handlers may know about the caller. */
  admit: (request: { name: RequestName; payload: unknown }) => Promise<context>
  /** Called with each unexpected failure, so that it can be logged under its `ref`. */
  onFailure?: (failure: { name: RequestName; error: AppError }) => void
  /** Shared by all lines of one page. Default: a separate one. */
  limiter?: Limiter
}

/** The frame's end of a page's connection. */
export type Host = {
  /** Sends a keyboard event to the page (profile 5). */
  tell(event: FrameKeyEvent): void
  /** Stops listening and aborts requests that wait for the user. They are not answered. */
  close(): void
}

/** Null for a request that doesn't wait for the user. */
type Dropper = { readonly signal: AbortSignal; abort(): void } | null

const rememberedIds = 4096

/**
 * Opens the frame's end of the line. Every well-formed request is answered exactly once; handlers only receive parsed data; no stack or
 * cause leaves. A repeated id is dropped: a reply would settle another call.
 */
export function createHost<context>(options: HostOptions<context>): Host {
  const { port, handlers, admit, onFailure, limiter = createLimiter(() => performance.now()) } = options
  const seen = new Set<string>()
  /** Pending requests: an id is remembered until it is answered, however long that takes. */
  const inFlight = new Map<string, Dropper>()
  const undropped = new AbortController().signal

  const remember = (id: string): boolean => {
    if (seen.has(id) || inFlight.has(id)) return false
    seen.add(id)
    if (seen.size > rememberedIds) for (const oldest of seen) if (seen.delete(oldest)) break
    return true
  }

  const dropWaiting = (onlyId?: string): void => {
    for (const [id, dropper] of inFlight) if (onlyId === undefined || onlyId === id) dropper?.abort()
  }

  async function serve(name: RequestName, id: string, payload: unknown, signal: AbortSignal): Promise<unknown> {
    if (estimateBytes(payload, maxRequestBytes(name, payload)) === Number.POSITIVE_INFINITY)
      throw new AppError('TOO_LARGE')
    const parsed = tryParse(requests[name].payload, payload)
    if (!parsed.success) throw new AppError('INVALID_PARAMS', { cause: parsed.error })
    const context = await admit({ name, payload: parsed.data })
    if (name === 'RPC_ABORT') dropWaiting((parsed.data as Payload<'RPC_ABORT'>)?.id)
    if (name === 'RELOAD') dropWaiting()
    const handle = handlers[name] as (payload: unknown, call: Call<context>) => Promise<unknown>
    const result = tryParse(requests[name].result, await handle(parsed.data, { id, context, signal }))
    if (!result.success) throw new AppError('INTERNAL', { cause: result.error })
    return result.data
  }

  const stopListening = port.listen(async (data) => {
    const message = decodeAppMessage(data)
    if (message === null || !remember(message.id)) return
    const { id, name, payload } = message
    const isIn = limiter.enter(rateClassOf(name, payload))
    const dropper = mayWaitForPerson(name, payload) ? new AbortController() : null
    inFlight.set(id, dropper)
    try {
      if (!isIn) throw new AppError('LIMIT_EXCEEDED')
      port.send(encodeSuccess(id, name, await serve(name, id, payload, dropper?.signal ?? undropped)))
    } catch (thrown) {
      const error = AppError.from(thrown, crypto.randomUUID())
      onFailure?.({ name, error })
      port.send(encodeError(id, name, error.toWire()))
    } finally {
      inFlight.delete(id)
      if (isIn) limiter.leave()
    }
  })

  return {
    tell: (event) => port.send(encodeKeyEvent(event)),
    close() {
      stopListening()
      dropWaiting()
    },
  }
}
