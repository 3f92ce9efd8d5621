import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { Mail } from './createMailbox.ts'
import { createRelay, type Peer, type Relay, wireOf } from './createRelay.ts'
import { readClient } from './readClient.ts'
import { confirmation, envelope, isMethod, requests } from './requests.ts'

export type RelayOptions = {
  /** 0 picks a free one. */
  port: number
  /** Addresses to listen on; all of them must be free. */
  hosts?: readonly string[]
  now?: () => number
}
export type RunningRelay = { port: number; close(): Promise<void> }

const maxFrameBytes = 4 * 1024 * 1024
const maxConnections = 1_000
const maxUnconfirmed = 1_000
/** Clients ping; a connection that is silent for this long is closed. Milliseconds. */
const deadAfterMs = 60_000
const checkMs = 20_000

/**
 * Starts a WalletConnect relay: JSON-RPC over WebSocket, mail kept in memory. `GET /health` reports that it is running. Throws the socket's
 * error when a port is taken.
 */
export const startRelay = async ({
  port,
  hosts = ['127.0.0.1'],
  now = Date.now,
}: RelayOptions): Promise<RunningRelay> => {
  const relay = createRelay(now)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes })
  sockets.on('connection', (socket: WebSocket, _: unknown, name: string) => attend(relay, socket, name))

  const servers: Server[] = []
  let bound = port
  const close = async (): Promise<void> => {
    relay.close()
    for (const socket of sockets.clients) socket.terminate()
    for (const server of servers) {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    }
  }
  try {
    for (const host of hosts) {
      const server = createServer((request, response) => {
        const isHealth = request.method === 'GET' && request.url === '/health'
        response.writeHead(isHealth ? 200 : 426, { 'content-type': 'application/json' })
        response.end(JSON.stringify(isHealth ? { status: 'ok', part: 'relay' } : { error: 'This is a WebSocket' }))
      })
      server.on('upgrade', async (request, socket, head) => {
        socket.on('error', () => socket.destroy())
        const token = new URL(request.url ?? '/', 'http://relay.invalid').searchParams.get('auth')
        const name = await readClient(token, now())
        if (socket.destroyed) return
        if (name === null || sockets.clients.size >= maxConnections) {
          socket.end(`HTTP/1.1 ${name === null ? '401 Unauthorized' : '503 Service Unavailable'}\r\n\r\n`)
          return
        }
        sockets.handleUpgrade(request, socket, head, (ready) => sockets.emit('connection', ready, request, name))
      })
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(bound, host, resolve)
      })
      bound = (server.address() as AddressInfo).port
      servers.push(server)
    }
  } catch (error) {
    await close()
    throw error
  }
  return { port: bound, close }
}

/** Serves one connection until it ends. */
const attend = (relay: Relay, socket: WebSocket, name: string): void => {
  const send = (message: object) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }))
  }
  let serial = 0
  const unconfirmed = new Map<number, Mail>()
  const peer: Peer = {
    name,
    deliver(subscription, mail) {
      const id = Date.now() * 1000 + (serial++ % 1000)
      unconfirmed.set(id, mail)
      for (const oldest of unconfirmed.keys()) {
        if (unconfirmed.size <= maxUnconfirmed) break
        unconfirmed.delete(oldest)
      }
      send({ id, method: 'irn_subscription', params: { id: subscription, data: wireOf(mail) } })
    },
  }
  const confirm = (id: number) => {
    const mail = unconfirmed.get(id)
    unconfirmed.delete(id)
    if (mail !== undefined) relay.confirm(mail)
  }

  let heardAt = Date.now()
  const check = setInterval(() => {
    if (Date.now() - heardAt > deadAfterMs) socket.terminate()
    else socket.ping()
  }, checkMs)
  const heard = () => {
    heardAt = Date.now()
  }
  socket.on('ping', heard).on('pong', heard)
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    clearInterval(check)
    relay.leave(peer)
  })
  socket.on('message', (data) => {
    heard()
    const answer = answerTo(relay, peer, data, confirm)
    if (answer !== null) send(answer)
  })
}

/** Returns the JSON-RPC 2.0 response to one message, or null where none is due. */
const answerTo = (relay: Relay, peer: Peer, data: RawData, confirm: (id: number) => void): object | null => {
  let message: unknown
  try {
    message = JSON.parse(String(data))
  } catch {
    return { id: null, error: { code: -32700, message: 'The message is not valid JSON' } }
  }
  const request = envelope.safeParse(message)
  if (!request.success) {
    const taken = confirmation.safeParse(message)
    if (taken.success) confirm(taken.data.id)
    return null
  }
  const { id, method, params } = request.data
  if (!isMethod(method)) return { id, error: { code: -32601, message: 'Method not found' } }
  const parsed = requests[method].safeParse(params)
  if (!parsed.success) return { id, error: { code: -32602, message: 'The parameters do not match the method' } }
  try {
    return { id, result: relay.answer(peer, method, parsed.data as never) }
  } catch {
    return { id, error: { code: -32005, message: 'Too many topics' } }
  }
}
