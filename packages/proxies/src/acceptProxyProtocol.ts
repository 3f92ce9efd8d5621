import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { isWithin } from './clientAddress.ts'
import { readProxyHeader } from './proxyHeader.ts'
import type { Proxies } from './readProxies.ts'

/** A proxy sends its header at once. */
const headerTimeoutMs = 3_000

/**
 * Makes a server accept connections with a PROXY header; call it before the server listens. A connection from a trusted network must start
 * with one, which sets its `remoteAddress`, or is closed; any other is served unchanged, so that a container can check its own health. Does
 * nothing unless the settings turn the protocol on.
 */
export function acceptProxyProtocol(server: Server, proxies: Proxies): void {
  if (!('networks' in proxies) || !proxies.protocol) return
  const serve = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const pass = (): void => {
      for (const listener of serve) listener.call(server, socket)
    }
    if (isWithin(proxies.networks, socket.remoteAddress ?? '')) readHeader(socket, pass)
    else pass()
  })
}

function readHeader(socket: Socket, pass: () => void): void {
  let bytes = Buffer.alloc(0)
  const close = (): void => void socket.destroy()
  const timer = setTimeout(close, headerTimeoutMs)
  const stop = (): void => {
    clearTimeout(timer)
    socket.off('data', read)
    socket.off('error', close)
    socket.off('close', stop)
  }
  const read = (chunk: Buffer): void => {
    bytes = Buffer.concat([bytes, chunk])
    try {
      const header = readProxyHeader(bytes)
      if (header === null) return
      stop()
      socket.pause()
      if (header.address !== null) Object.defineProperty(socket, 'remoteAddress', { value: header.address })
      const rest = bytes.subarray(header.length)
      if (rest.length > 0) socket.unshift(rest)
      pass()
      socket.resume()
    } catch {
      socket.destroy()
    }
  }
  socket.on('data', read)
  socket.on('error', close)
  socket.on('close', stop)
}
