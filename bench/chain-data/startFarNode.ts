import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Serves the same node at another address, with so much latency in each direction. */
export async function startFarNode(nodeUrl: string, oneWayMs: number): Promise<AsyncDisposable & { url: string }> {
  const { hostname, port } = new URL(nodeUrl)
  const sockets = new Set<Socket>()
  const relay = (from: Socket, to: Socket): void => {
    from.on('data', (chunk) => setTimeout(() => to.writable && to.write(chunk), oneWayMs))
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
  }
  const server = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port) })
    for (const socket of [near, far]) sockets.add(socket.setNoDelay())
    relay(near, far)
    relay(far, near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
