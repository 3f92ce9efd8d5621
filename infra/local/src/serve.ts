import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { listenOn, loopbackAddresses } from './loopback.ts'

export type Serving = {
  port: number
  /** Ends open connections too: a page that waits for events must not keep the stack running. */
  close: () => Promise<void>
}

/**
 * Serves a fetch handler on both loopback addresses. Port 0 picks a free one.
 *
 * Throws `StackError` when the port is taken.
 */
export const serve = async (
  fetch: (request: Request) => Response | Promise<Response>,
  port: number,
): Promise<Serving> => {
  const servers: Server[] = []
  const close = async (): Promise<void> => {
    for (const server of servers) {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    }
  }
  let bound = port
  try {
    for (const address of loopbackAddresses) {
      const server = createAdaptorServer({ fetch }) as Server
      bound = await listenOn(server, address, bound)
      servers.push(server)
    }
  } catch (error) {
    await close()
    throw error
  }
  return { port: bound, close }
}
