import { networkInterfaces } from 'node:os'
import { serve } from '@hono/node-server'
import type { createAuthorityApp } from './createAuthorityApp.ts'

/** `localhost` means either of these, depending on who asks. */
const loopback = ['127.0.0.1', '::1']
/** Calls that are being answered may finish for this long when a listener closes. */
const drainMs = 5_000

export type Listener = { close(): Promise<void> }

/** The loopback addresses of this machine: some have IPv6 switched off. */
export function loopbackHosts(): string[] {
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries?.map(({ address }) => address) ?? [])
  return loopback.filter((address) => own.includes(address))
}

/** Serves an app at an address. Throws when the port is taken. */
export function listen(app: ReturnType<typeof createAuthorityApp>, port: number, hostname: string): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch: (request, { incoming }) => app.fetch(request, { remoteAddress: incoming.socket.remoteAddress ?? '' }),
        port,
        hostname,
      },
      () =>
        resolve({
          close: () =>
            new Promise((closed) => {
              const cut = 'closeAllConnections' in server ? () => server.closeAllConnections() : () => {}
              const timer = setTimeout(cut, drainMs)
              server.close(() => {
                clearTimeout(timer)
                closed()
              })
              if ('closeIdleConnections' in server) server.closeIdleConnections()
            }),
        }),
    )
    server.once('error', reject)
  })
}
