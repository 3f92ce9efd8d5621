import * as z from 'zod/mini'
import { AppError } from './errors.ts'
import { createLimiter, paceOf } from './pace.ts'
import type { Port } from './port.ts'
import { maxRequestBytes, type Payload, type RequestName, type Result, requests } from './requests.ts'
import { weigh } from './weigh.ts'
import { decodeAppMessage, encodeError, encodeKeyEvent, encodeSuccess, type FrameKeyEvent } from './wire.ts'

/** Exhaustive: a request without a handler does not compile. */
export type Handlers<context> = {
  [name in RequestName]: (payload: Payload<name>, call: { id: string; context: context }) => Promise<Result<name>>
}

export type HostOptions<context> = {
  port: Port
  handlers: Handlers<context>
  /** Runs before every handler; throws an AppError to refuse, returns what handlers may know of the caller. */
  admit: (request: { name: RequestName; payload: unknown }) => Promise<context>
  /** Called with each failure that is not a plain answer, so that `ref` finds it in the log. */
  onFailure?: (failure: { name: RequestName; error: AppError }) => void
  /** Milliseconds of a clock that never goes back, by which the pace of requests is measured. */
  now?: () => number
}

export type Host = {
  /** Tell the page what the keyboard did (profile 5). */
  tell(event: FrameKeyEvent): void
  close(): void
}

/** Requests that may be answered at the same time. */
export const maxInFlight = 256
const rememberedIds = 4096

/**
 * The frame's end of the line. Every well-formed request is answered exactly once; nothing reaches a handler unparsed;
 * no stack or cause leaves. A repeated id is dropped: answering it would settle somebody else's call.
 */
export function createHost<context>(options: HostOptions<context>): Host {
  const { port, handlers, admit, onFailure, now = () => performance.now() } = options
  const limiter = createLimiter(now)
  const seen = new Set<string>()
  /** Ids that still wait for their answer: never forgotten before they have it, however long it takes. */
  const inFlight = new Set<string>()

  const remember = (id: string): boolean => {
    if (seen.has(id) || inFlight.has(id)) return false
    seen.add(id)
    if (seen.size > rememberedIds) for (const oldest of seen) if (seen.delete(oldest)) break
    return true
  }

  async function answer(name: RequestName, id: string, payload: unknown): Promise<unknown> {
    if (inFlight.size > maxInFlight || !limiter.take(paceOf(name, payload))) throw new AppError('LIMIT_EXCEEDED')
    if (weigh(payload, maxRequestBytes(name, payload)) === Number.POSITIVE_INFINITY) throw new AppError('TOO_LARGE')
    const parsed = z.safeParse(requests[name].payload, payload)
    if (!parsed.success) throw new AppError('INVALID_PARAMS', { cause: parsed.error })
    const context = await admit({ name, payload: parsed.data })
    const handle = handlers[name] as (payload: unknown, call: { id: string; context: context }) => Promise<unknown>
    const result = z.safeParse(requests[name].result, await handle(parsed.data, { id, context }))
    if (!result.success) throw new AppError('INTERNAL', { cause: result.error })
    return result.data
  }

  const stopListening = port.listen(async (data) => {
    const message = decodeAppMessage(data)
    if (message === null || !remember(message.id)) return
    const { id, name, payload } = message
    inFlight.add(id)
    try {
      port.send(encodeSuccess(id, name, await answer(name, id, payload)))
    } catch (thrown) {
      const error = AppError.from(thrown, crypto.randomUUID())
      onFailure?.({ name, error })
      port.send(encodeError(id, name, error.toWire()))
    } finally {
      inFlight.delete(id)
    }
  })

  return { tell: (event) => port.send(encodeKeyEvent(event)), close: stopListening }
}
