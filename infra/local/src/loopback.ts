import { createServer, type Server } from 'node:net'
import { StackError } from './StackError.ts'

/** `localhost` means either of these, depending on who asks. */
export const loopbackAddresses = ['127.0.0.1', '::1'] as const

/**
 * Listens on one loopback address.
 *
 * Resolves with the port, or with `undefined` when this machine has no such address (IPv6 switched off).
 * Throws `StackError` when the port is taken or may not be opened.
 */
export const listenOn = (server: Server, address: string, port: number): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(undefined)
      else if (error.code === 'EADDRINUSE') reject(new StackError(`Port ${port} is taken by another program`))
      else reject(new StackError(`Port ${port} cannot be opened: ${error.message}`))
    })
    server.listen({ host: address, port, ipv6Only: true }, () => {
      const bound = server.address()
      resolve(typeof bound === 'object' && bound !== null ? bound.port : port)
    })
  })

const isFree = async (port: number): Promise<boolean> => {
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
 * Makes sure that every port is free before anything starts, so that nothing has to be undone.
 *
 * `wanted` maps what people call the part to its port. Throws one `StackError` that names all taken ports and the setting
 * that moves them.
 */
export const requireFreePorts = async (wanted: Readonly<Record<string, number>>): Promise<void> => {
  const taken: string[] = []
  for (const [part, port] of Object.entries(wanted)) {
    if (!(await isFree(port))) taken.push(`${port} (${part})`)
  }
  if (taken.length === 0) return
  throw new StackError(
    `${taken.length === 1 ? 'Port' : 'Ports'} ${taken.join(', ')} ${taken.length === 1 ? 'is' : 'are'} taken by another program. ` +
      'Stop it, or move all ports: LATCHKEY_PORT_BASE=13000 npm start',
  )
}
