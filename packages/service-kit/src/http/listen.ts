import type { Server } from 'node:http'
import { networkInterfaces } from 'node:os'
import { createAdaptorServer } from '@hono/node-server'
import { acceptProxyProtocol, createDrain, type Drain, noProxies, type Proxies } from '@latchkey/proxies'
import type { Hono } from 'hono'
import { type Closable, openAll } from '../process/openAll.ts'
import type { AppEnvironment } from './createAuthorityApp.ts'

export { createDrain } from '@latchkey/proxies'

/** `localhost` resolves to either of these, depending on the client. */
const loopback = ['127.0.0.1', '::1']

/** Returns the loopback addresses of this machine: IPv6 may be off. */
function loopbackHosts(): string[] {
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries?.map(({ address }) => address) ?? [])
  return loopback.filter((address) => own.includes(address))
}

/** A request that takes longer to arrive is aborted. */
const requestTimeoutMs = 30_000

/** Options of one listening server. */
export type ListenOptions = {
  /** Addresses of this machine. Default: the loopback addresses. */
  hosts?: readonly string[] | undefined
  proxies?: Proxies
  /** Coordinates shutdown with the process's other listeners. Default: stops at once. */
  drain?: Drain
}

/** `places`: address and port of each listener. */
export type Listening = Closable & { places: readonly string[] }

/** Serves an app at each of these addresses. Throws when the port is in use. */
export async function listenOn(
  app: Pick<Hono<AppEnvironment>, 'fetch'>,
  port: number,
  { hosts = loopbackHosts(), proxies = noProxies, drain = createDrain(0) }: ListenOptions = {},
): Promise<Listening> {
  const { close } = await openAll(async (keep) => {
    for (const host of hosts) keep(await listen(app, { port, host, proxies, drain }))
  })
  return { close, places: hosts.map((host) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`)) }
}

function listen(
  app: Pick<Hono<AppEnvironment>, 'fetch'>,
  { port, host, proxies, drain }: { port: number; host: string; proxies: Proxies; drain: Drain },
): Promise<Closable> {
  return new Promise((resolve, reject) => {
    const answer = drain.over((request, remoteAddress: string) => app.fetch(request, { remoteAddress }))
    const server = createAdaptorServer({
      fetch: (request, { incoming }) => answer(request, incoming.socket.remoteAddress ?? ''),
      // For requests without a host, such as a proxy's health checks. An IPv6 address would not be a URL's host.
      hostname: 'localhost',
    }) as Server
    server.requestTimeout = requestTimeoutMs
    drain.attach(server)
    acceptProxyProtocol(server, proxies)
    server.once('error', reject)
    server.listen(port, host, () => resolve({ close: () => drain.close(server) }))
  })
}
