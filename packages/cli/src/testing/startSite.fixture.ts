import { createServer as createPlainServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'

export type Serve = (request: Request, remoteAddress: string) => Response | Promise<Response>
export type Site = AsyncDisposable & { readonly port: number }

/** Serves over TLS, or without it when there are no `secure` options. */
export async function startSite(serve: Serve, port = 0, secure?: ServerOptions): Promise<Site> {
  const listener: RequestListener = (incoming, outgoing) =>
    getRequestListener((request) => serve(request, incoming.socket.remoteAddress ?? ''))(incoming, outgoing)
  const server = secure === undefined ? createPlainServer(listener) : createSecureServer(secure, listener)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
