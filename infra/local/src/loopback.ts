import { createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { StackError } from './StackError.ts'

const own = new Set(
  Object.values(networkInterfaces())
    .flat()
    .map((entry) => entry?.address),
)

/** `localhost` means either of these, depending on the client. Some machines have IPv6 switched off. */
export const loopbackAddresses: readonly string[] = ['127.0.0.1', '::1'].filter((address) => own.has(address))

/** Listens on one address and resolves with the port. Throws `StackError` when the port is taken or may not be opened. */
export const listenOn = (server: Server, address: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be opened: ${error.message}`
      reject(new StackError(`Port ${port} ${reason}`))
    })
    server.listen({ host: address, port, ipv6Only: true }, () => {
      const bound = server.address()
      resolve(typeof bound === 'object' && bound !== null ? bound.port : port)
    })
  })

/** Returns whether nothing listens on a port of either loopback address. */
export const isFree = async (port: number): Promise<boolean> => {
  for (const address of loopbackAddresses) {
    const probe = createServer()
    try {
      await listenOn(probe, address, port)
    } catch {
      return false
    } finally {
      await new Promise((resolve) => probe.close(resolve))
    }
  }
  return true
}

/**
 * Requires that every port is free before anything starts, so that nothing has to be undone.
 *
 * `wanted` maps each part's name to its port. Throws one `StackError` that names all taken ports and the setting that moves them.
 */
export const requireFreePorts = async (wanted: Readonly<Record<string, number>>): Promise<void> => {
  const taken: string[] = []
  for (const [part, port] of Object.entries(wanted)) {
    if (!(await isFree(port))) taken.push(`${port} (${part})`)
  }
  if (taken.length === 0) return
  const verb = taken.length === 1 ? 'is' : 'are'
  throw new StackError(
    `${taken.length === 1 ? 'Port' : 'Ports'} ${taken.join(', ')} ${verb} taken by another program. ` +
      'Stop it, or move all ports: LATCHKEY_PORT_BASE=13000 npm start',
  )
}
