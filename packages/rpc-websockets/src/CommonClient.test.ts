import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { type ClientOptions, CommonClient } from './CommonClient.ts'
import { openWebSocket } from './openWebSocket.ts'

/** A server that adds up, fails, tells, and hangs up. */
const serve = async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  const heard: unknown[] = []
  let connections = 0
  server.on('connection', (socket) => {
    connections += 1
    socket.on('message', (data) => {
      const { id, method, params } = JSON.parse(String(data)) as { id?: number; method: string; params: number[] }
      heard.push(method)
      const answer = (more: object) => socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...more }))
      if (method === 'add') answer({ result: params.reduce((sum, value) => sum + value, 0) })
      if (method === 'fail') answer({ error: { code: -32602, message: 'Invalid params' } })
      if (method === 'subscribe') socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'slotNotification', params }))
      if (method === 'rubbish') for (const text of ['', 'null', '[', '{"id":99}']) socket.send(text)
      if (method === 'hangUp') socket.terminate()
    })
  })
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  return {
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    connections: () => connections,
    close: () => server.close(),
  }
}
const open = async (address: string, options: ClientOptions = {}) => {
  const client = new CommonClient(openWebSocket, address, { reconnect_interval: 10, ...options })
  onTestFinished(() => client.close())
  await new Promise<void>((resolve) => client.on('open', resolve))
  return client
}

test('calls are answered, several at once', async () => {
  const { address } = await serve()
  const client = await open(address)
  expect(await Promise.all([client.call('add', [1, 2]), client.call('add', [3, 4]), client.call('add')])).toEqual([
    3, 7, 0,
  ])
})

test('an error of the server rejects with its code', async () => {
  const { address } = await serve()
  const client = await open(address)
  await expect(client.call('fail')).rejects.toMatchObject({ code: -32602, message: 'Invalid params' })
})

test('notifications reach those who listen, until they leave', async () => {
  const { address } = await serve()
  const client = await open(address)
  const told: unknown[] = []
  const listener = (params: never): unknown => told.push(params)
  client.on('slotNotification', listener)
  await client.notify('subscribe', [7])
  await expect.poll(() => told).toEqual([[7]])
  client.off('slotNotification', listener)
  await client.notify('subscribe', [8])
  await client.call('add', [])
  expect(told).toEqual([[7]])
})

test('what is no message is ignored', async () => {
  const { address } = await serve()
  const client = await open(address)
  await client.notify('rubbish')
  expect(await client.call('add', [1])).toBe(1)
})

test('a lost connection rejects what waits, and is made again', async () => {
  const { address, connections } = await serve()
  const client = await open(address)
  const closes: number[] = []
  client.on('close', (code: never) => closes.push(code))
  await expect(client.call('hangUp')).rejects.toThrow('The connection was lost')
  await expect.poll(connections).toBe(2)
  expect(closes).toEqual([1006])
  await expect.poll(() => client.call('add', [1]).catch(() => null)).toBe(1)
})

test('a closed client stays so until it is connected again', async () => {
  const { address, connections } = await serve()
  const client = await open(address)
  const closed = new Promise((resolve) => client.on('close', resolve as never))
  client.close()
  expect(await closed).toBe(1000)
  await expect(client.call('add')).rejects.toThrow('The socket is not open')
  expect(connections()).toBe(1)
  client.connect()
  await expect.poll(() => client.call('add', [1]).catch(() => null)).toBe(1)
})

test('a server that is gone is tried as often as was said', async () => {
  const { address, close } = await serve()
  close()
  const errors: unknown[] = []
  const client = new CommonClient(openWebSocket, address, { reconnect_interval: 1, max_reconnects: 2 })
  client.on('error', (event: never) => errors.push(event))
  await expect.poll(() => errors.length).toBe(3)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(errors).toHaveLength(3)
})

test('nothing is connected before it is asked for', async () => {
  const { address, connections } = await serve()
  const client = new CommonClient(openWebSocket, address, { autoconnect: false })
  onTestFinished(() => client.close())
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(connections()).toBe(0)
  client.connect()
  await expect.poll(connections).toBe(1)
})
