import type { Server, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Where proxies ask whether a process takes requests: 200, and 503 from when it has been told to stop. */
export const servingPath = '/serving'
/** Also for who asks this one: whether it could do something with them. */
const readyPath = '/ready'

/** What a proxy has sent in the moment before it could not any more is taken for this long, in milliseconds. */
const lastRequestsMs = 250
/** What is being answered when the time is over may take this long, in milliseconds. */
const lastAnswersMs = 5_000

/**
 * For how long a connection may be unused, in milliseconds: longer than proxies keep theirs (nginx 60 s), or one would send a request
 * into a connection that is just being closed, and could not know whether to send it again.
 */
const keepAliveMs = 75_000

type Fetch<rest extends unknown[]> = (request: Request, ...rest: rest) => Response | Promise<Response>

/** Stops servers gracefully, together. */
export type Drain = {
  /** What answers requests, with `servingPath` beside it. Once it stops, each answer ends its connection. */
  over<rest extends unknown[]>(fetch: Fetch<rest>): Fetch<rest>
  /** Notes what a server is answering, and lets proxies keep connections for long. Before it listens. */
  attach(server: Server): void
  /**
   * Stops: says so, answers on for the time that was set, lets what has begun finish, and ends all connections. Servers of one
   * process stop together.
   */
  close(server: Server): Promise<void>
}

/**
 * How a server behind proxies stops without a call lost: proxies that ask it every second or two have sent the next ones elsewhere
 * before it goes. `seconds`: how long it answers on; 0 where no proxy asks.
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
        // Also those that a browser has opened for later, which do not count as idle.
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
