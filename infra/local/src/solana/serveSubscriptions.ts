import { createServer, type Server } from 'node:http'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod'
import { listenOn, loopbackAddresses } from '../loopback.ts'
import { answerRpc } from './createSolanaApp.ts'
import type { SolanaMethods } from './createSolanaMethods.ts'
import { type Feed, feedsOf } from './feeds.ts'
import type { Ledger } from './Ledger.ts'
import { method } from './params.ts'

const maxFrameBytes = 64 * 1024

/**
 * Serves Solana's subscriptions over WebSocket, on both loopback addresses; clients expect them one port above the node's. They end with
 * the process. Throws `StackError` when the port is taken.
 */
export const serveSubscriptions = async (ledger: Ledger, port: number): Promise<void> => {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes })
  sockets.on('connection', (socket: WebSocket) => attend(socket, feedsOf(ledger)))
  for (const host of loopbackAddresses) {
    const server: Server = createServer((_, response) => response.writeHead(426).end())
    server.on('upgrade', (request, socket, head) => {
      sockets.handleUpgrade(request, socket, head, (ready) => sockets.emit('connection', ready, request))
    })
    await listenOn(server, host, port)
  }
}

const attend = (socket: WebSocket, feeds: Record<string, Feed>): void => {
  const ends = new Map<number, () => void>()
  let lastId = 0

  const subscribe = (name: string, feed: Feed) => (given: unknown) => {
    const id = ++lastId
    const tell = (result: unknown): void =>
      socket.send(
        JSON.stringify({ jsonrpc: '2.0', method: `${name}Notification`, params: { subscription: id, result } }),
      )
    ends.set(id, feed(given, tell))
    return id
  }
  const unsubscribe = method(z.tuple([z.int()]), ([id]) => {
    const end = ends.get(id)
    ends.delete(id)
    end?.()
    return end !== undefined
  })
  const methods: SolanaMethods = Object.fromEntries(
    Object.entries(feeds).flatMap(([name, feed]) => [
      [`${name}Subscribe`, subscribe(name, feed)],
      [`${name}Unsubscribe`, unsubscribe],
    ]),
  )

  socket.on('message', async (data: RawData) => {
    const body = read(data)
    // Clients send `ping` this way, and expect no response.
    if (isNotification(body)) return
    const answer = JSON.stringify(await answerRpc(methods, body))
    socket.send(answer)
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    for (const end of ends.values()) end()
  })
}

const read = (data: RawData): unknown => {
  try {
    return JSON.parse(data.toString())
  } catch {
    return undefined
  }
}

const isNotification = (body: unknown): boolean =>
  z.object({ method: z.string(), id: z.undefined() }).safeParse(body).success
