import { networkInterfaces } from 'node:os'
import { serve } from '@hono/node-server'
import { type Closable, openTogether } from '../process/openTogether.ts'
import type { createAuthorityApp } from './createAuthorityApp.ts'

/** `localhost` means either of these, depending on who asks. */
const loopback = ['127.0.0.1', '::1']
/** Calls that are being answered may finish for this long when a listener closes. */
const drainMs = 5_000

/** The loopback addresses of this machine: some have IPv6 switched off. */
function loopbackHosts(): string[] {
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries?.map(({ address }) => address) ?? [])
  return loopback.filter((address) => own.includes(address))
}

/** Serves an app at each of these addresses, or at this machine's own. Throws when the port is taken. */
export async function listenOn(
  app: ReturnType<typeof createAuthorityApp>,
  port: number,
  hosts: readonly string[] = loopbackHosts(),
): Promise<Closable> {
  return openTogether(async (keep) => {
    for (const host of hosts) keep(await listen(app, port, host))
  })
}

function listen(app: ReturnType<typeof createAuthorityApp>, port: number, hostname: string): Promise<Closable> {
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
