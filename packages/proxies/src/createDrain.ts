import type { Server, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Where proxies check whether a process accepts requests: 200, and 503 once it was asked to stop. */
export const servingPath = '/serving'
/** Also returns the state once it stops, for proxies that poll readiness instead. */
const readyPath = '/ready'

/** How long requests are still accepted that a proxy sent just before it noticed, in milliseconds. */
const lastRequestsMs = 250
/** How long responses in progress may take after the deadline, in milliseconds. */
const lastAnswersMs = 5_000

/**
 * How long a connection may be idle, in milliseconds: longer than proxies keep theirs (nginx 60 s). Otherwise one would send a request into
 * a closing connection, and could not know whether to repeat it.
 */
const keepAliveMs = 75_000

type Fetch<rest extends unknown[]> = (request: Request, ...rest: rest) => Response | Promise<Response>

/** Stops servers gracefully, together. */
export type Drain = {
  /** Wraps a request handler, and adds `servingPath`. After the stop, each response closes its connection. */
  over<rest extends unknown[]>(fetch: Fetch<rest>): Fetch<rest>
  /** Tracks a server's requests, and lets proxies keep connections open. Call it before the server listens. */
  attach(server: Server): void
  /**
   * Stops: reports it, keeps responding for the configured time, lets requests in progress finish, and closes all connections. Servers of
   * one process stop together.
   */
  close(server: Server): Promise<void>
}

/**
 * Stops a server behind proxies without losing a call: proxies that poll it every second or two route further requests elsewhere first.
 * `seconds`: how long it keeps responding; 0 if no proxy polls.
 */
export function createDrain(seconds: number): Drain {
  let isStopping = false
  let drained: Promise<void> | null = null
  const answering = new WeakMap<Server, Set<ServerResponse>>()
  const state = (): Response =>
    Response.json(
      { status: isStopping ? 'stopping' : 'serving' },
      {
        status: isStopping ? 503 : 200,
        headers: {
          'Cache-Control': 'no-store',
          'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
          'X-Content-Type-Options': 'nosniff',
        },
      },
    )
  const begin = (): Promise<void> => {
    isStopping = true
    drained ??= sleep(seconds * 1_000)
    return drained
  }
  return {
    over:
      (fetch) =>
      async (request, ...rest) => {
        const { pathname } = new URL(request.url)
        const isAsked = pathname === servingPath || (isStopping && pathname === readyPath)
        const response = isAsked ? state() : await fetch(request, ...rest)
        if (isStopping) response.headers.set('Connection', 'close')
        return response
      },
    attach(server) {
      server.keepAliveTimeout = keepAliveMs
      const own = new Set<ServerResponse>()
      answering.set(server, own)
      server.on('request', (_, response) => {
        own.add(response)
        response.once('close', () => own.delete(response))
      })
    },
    async close(server) {
      await begin()
      await new Promise<void>((closed) => {
        // Also those that a browser has opened for later, which don't count as idle.
        const cut = (): void => server.closeAllConnections()
        const timer = setTimeout(cut, lastAnswersMs)
        server.close(() => {
          clearTimeout(timer)
          closed()
        })
        const own = answering.get(server) ?? new Set()
        const cutWhenDone = (): void => {
          if (own.size === 0) cut()
        }
        const lastRequests = seconds === 0 ? 0 : lastRequestsMs
        setTimeout(() => {
          for (const response of own) response.once('close', cutWhenDone)
          cutWhenDone()
        }, lastRequests)
      })
    },
  }
}
