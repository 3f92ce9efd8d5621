import { AppError, type ErrorName, isAppError, isErrorName } from './AppError.ts'
import type { Port } from './port.ts'
import { mayWaitForPerson, type Payload, type RequestName, type Result, requests } from './requests.ts'
import { type RpcMethod, type RpcParams, type RpcResult, rpcMethods } from './rpcMethods.ts'
import { timeouts } from './timeouts.ts'
import { tryParse } from './tryParse.ts'
import {
  decodeFrameMessage,
  encodeAppMessage,
  type ForeignError,
  type FrameKeyEvent,
  type ReadyEvent,
  type Reply,
} from './wire.ts'

/** Options of one request. */
export type CallOptions = {
  /** Aborting rejects the call with ABORTED and, if it may wait for the user, aborts it in the frame. */
  signal?: AbortSignal | undefined
}
/** The chain of an RPC call: an EVM chain id or a CAIP-2 reference. Without one the frame uses its active chain. */
export type RpcOptions = CallOptions & { chainId?: number | string; chainNamespace?: 'eip155' | 'solana' }

/** The page's connection to the frame. Every call settles exactly once. */
export type Client = {
  /** Resolves with the frame's READY; never rejects. The caller decides how long to wait. */
  readonly ready: Promise<ReadyEvent['payload']>
  /** Throws (rejects with) an AppError: the row's own errors, or TIMEOUT, ABORTED, DISCONNECTED, INTERNAL. */
  request<name extends RequestName>(name: name, payload: Payload<name>, options?: CallOptions): Promise<Result<name>>
  /** Calls an RPC method in the frame and parses its result with the method's row. */
  rpc<method extends RpcMethod>(
    method: method,
    params: RpcParams<method>,
    options?: RpcOptions,
  ): Promise<RpcResult<method>>
  /** Rejects all pending calls except safe reads with ABORTED, and has the frame abort those that wait for the user. */
  abortPending(): void
  /** Rejects all pending and later calls with DISCONNECTED. Call it when the frame is removed. */
  destroy(): void
}

/** The checked port of a client, and callbacks for events that belong to no call. */
export type ClientOptions = {
  port: Port
  /** Called with a one-line warning for developers about an ignored message. */
  onWarning?: (text: string) => void
  /** Called with keyboard events from the frame (profile 5). */
  onKey?: (event: FrameKeyEvent) => void
  /**
   * Enables a heartbeat while a reply is pending (profile 5). Called once when the frame stops responding, after all pending calls were
   * rejected with DISCONNECTED. Without it no heartbeat is sent.
   */
  onDeath?: () => void
}

type Pending = {
  name: RequestName
  mayWaitForPerson: boolean
  settle: (finish: () => void) => void
  reply: (reply: Reply) => void
  reject: (error: AppError) => void
}

/**
 * Opens the page's end of the line. Every call settles exactly once: by its reply, its timeout, its abort, or the end of the frame. Late or
 * duplicate replies, and those with another name than the request's, are ignored.
 */
export function createClient({ port, onWarning, onKey, onDeath }: ClientOptions): Client {
  const pending = new Map<string, Pending>()
  let destroyed = false
  let isReady = false
  /** Number of received messages; each one shows that the frame is alive. */
  let heard = 0
  let announceReady: (payload: ReadyEvent['payload']) => void
  const ready = new Promise<ReadyEvent['payload']>((resolve) => {
    announceReady = resolve
  })

  const stopListening = port.listen((data) => {
    const message = decodeFrameMessage(data)
    if (message === null) return onWarning?.('Ignored a message of an unknown shape from the wallet frame')
    heard++
    if ('event' in message) {
      if (message.event === 'READY') {
        isReady = true
        announceReady(message.payload)
        scheduleHeartbeat()
      } else if (message.event !== 'SESSION_UPDATE') onKey?.(message)
      return
    }
    const call = pending.get(message.id)
    if (call?.name === message.name) call.reply(message)
  })

  // A Farcaster link that is no longer awaited isn't a failure to show.
  const abortedError = (name: RequestName) =>
    new AppError(name === 'RPC_REQUEST' || name === 'GET_FARCASTER_URI' ? 'ABORTED' : 'INTERNAL')
  const abortPending = () => {
    let dropped = 0
    for (const call of [...pending.values()]) {
      if (call.name === 'RPC_REQUEST' && !call.mayWaitForPerson) continue
      if (call.mayWaitForPerson) dropped++
      call.reject(abortedError(call.name))
    }
    if (dropped > 0) dropInFrame()
  }
  /** Aborts one or all of the requests that wait for the user in the frame. The reply is ignored. */
  const dropInFrame = (id?: string) => {
    const payload = id === undefined ? undefined : { id }
    try {
      port.send(encodeAppMessage({ id: crypto.randomUUID(), name: 'RPC_ABORT', payload }))
    } catch (error) {
      onWarning?.(`The wallet frame could not be told to drop a request: ${AppError.from(error).name}`)
    }
  }

  function request<name extends RequestName>(
    name: name,
    payload: Payload<name>,
    { signal }: CallOptions = {},
  ): Promise<Result<name>> {
    return new Promise((resolve, reject) => {
      if (destroyed) return reject(new AppError('DISCONNECTED'))
      if (signal?.aborted) return reject(new AppError('ABORTED'))
      const { result, timeoutMs } = requests[name]
      const id = crypto.randomUUID()

      const timer = timeoutMs === null ? null : setTimeout(onTimeout, timeoutMs)
      const call: Pending = {
        name,
        mayWaitForPerson: mayWaitForPerson(name, payload),
        settle(finish) {
          if (!pending.delete(id)) return
          if (timer !== null) clearTimeout(timer)
          signal?.removeEventListener('abort', onAbort)
          finish()
        },
        reject: (error) => call.settle(() => reject(error)),
        reply: (reply) => {
          if (reply.outcome === 'error') return call.reject(toAppError(reply.error))
          const parsed = tryParse(result, reply.payload)
          if (!parsed.success) return call.reject(new AppError('INTERNAL', { cause: parsed.error }))
          call.settle(() => resolve(parsed.data as Result<name>))
        },
      }
      function onTimeout() {
        call.reject(new AppError('TIMEOUT'))
        if (name !== 'PING') abortPending()
      }
      function onAbort() {
        call.reject(new AppError('ABORTED'))
        if (call.mayWaitForPerson) dropInFrame(id)
      }
      pending.set(id, call)
      if (name !== 'PING') scheduleHeartbeat()
      signal?.addEventListener('abort', onAbort)
      try {
        port.send(encodeAppMessage({ id, name, payload }))
      } catch (thrown) {
        // The payload can't be cloned, such as a function, a proxy or a window.
        call.reject(thrown instanceof AppError ? thrown : new AppError('INVALID_PARAMS', { cause: thrown }))
      }
    })
  }

  const destroy = () => {
    if (destroyed) return
    destroyed = true
    stopListening()
    clearTimeout(pulse)
    for (const call of [...pending.values()]) call.reject(new AppError('DISCONNECTED'))
  }

  /** Timers of a suspended page may fire before replies that have arrived in the meantime: one missed reply proves nothing. */
  const isAlive = async (): Promise<boolean> => {
    const before = heard
    for (let tries = 0; tries < 2; tries++) {
      try {
        await request('PING', undefined)
        return true
      } catch (error) {
        if (!isAppError(error, 'TIMEOUT') || heard > before) return true
      }
    }
    return false
  }

  let isWatching = false
  let pulse: ReturnType<typeof setTimeout> | undefined
  /** A loading frame has its own timeout: the heartbeat starts once it is ready. */
  const scheduleHeartbeat = () => {
    if (onDeath === undefined || isWatching || !isReady || destroyed || pending.size === 0) return
    isWatching = true
    pulse = setTimeout(async () => {
      const isGone = pending.size > 0 && !(await isAlive())
      isWatching = false
      if (destroyed) return
      if (!isGone) return scheduleHeartbeat()
      destroy()
      onDeath()
    }, timeouts.heartbeatMs)
  }

  return {
    ready,
    request,
    async rpc(method, params, { signal, ...context } = {}) {
      const payload = { method, params, ...context }
      const answer = await request('RPC_REQUEST', payload, { signal })
      const parsed = tryParse(rpcMethods[method].result, answer)
      if (!parsed.success) throw new AppError('INTERNAL', { cause: parsed.error })
      return parsed.data as RpcResult<typeof method>
    },
    abortPending,
    destroy,
  }
}

/** Converts an error from a frame. Ours contains the error's name; any other only a message, which is shown unchanged. */
function toAppError({ message, name, details, ref }: ForeignError): AppError {
  if (isErrorName(name)) return new AppError(name, { details, ref })
  const guessed: ErrorName = /user rejected/i.test(message) ? 'USER_REJECTED' : 'INTERNAL'
  return new AppError(guessed, { message })
}
