import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { acceptProxyProtocol } from './acceptProxyProtocol.ts'
import { type Proxies, readProxies } from './readProxies.ts'

/** Responds to each request with its client address and body length. */
const listen = async (trusted: string, protocol = true): Promise<number> => {
  const server: Server = createServer(async (request, response) => {
    let length = 0
    for await (const chunk of request) length += chunk.length
    response.end(`from ${request.socket.remoteAddress} ${length}\n`)
  })
  acceptProxyProtocol(server, readProxies(trusted, protocol) as Proxies)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
  return (server.address() as AddressInfo).port
}

const request = (path: string, body = '', last = true): Buffer =>
  Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: a\r\n${last ? 'Connection: close\r\n' : ''}Content-Length: ${body.length}\r\n\r\n${body}`,
  )

/** Sends the parts in sequence and returns the response until the connection ends. */
const exchange = async (port: number, parts: readonly Uint8Array[]): Promise<string> => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk))
  // A server that rejects may reset the connection while data is being sent.
  socket.on('error', () => {})
  for (const part of parts) {
    await new Promise((sent) => socket.write(part, sent))
    await new Promise(setImmediate)
  }
  if (!socket.closed) await once(socket, 'close')
  return answer
}
const saidIn = (answer: string): string[] => answer.match(/^from .*$/gm) ?? []

const version2 = (command: number, family: number, addresses: readonly number[]): Buffer =>
  Buffer.from([
    ...Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1'),
    0x20 | command,
    (family << 4) | 1,
    addresses.length >> 8,
    addresses.length & 0xff,
    ...addresses,
  ])
const ports = [1, 187, 1, 187]
const ipv4 = version2(1, 1, [198, 51, 100, 7, 10, 0, 0, 1, ...ports])
const ipv6 = [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]
/** A unique id, as added by HAProxy. */
const addition = [0x05, 0, 3, 1, 2, 3]

test.each<[string, Uint8Array, string]>([
  ['version 1, IPv4', Buffer.from('PROXY TCP4 198.51.100.7 10.0.0.1 443 443\r\n'), '198.51.100.7'],
  ['version 1, IPv6', Buffer.from('PROXY TCP6 2001:db8::7 2001:db8::1 443 443\r\n'), '2001:db8::7'],
  ['version 1, unknown', Buffer.from('PROXY UNKNOWN\r\n'), '127.0.0.1'],
  ['version 2, IPv4', ipv4, '198.51.100.7'],
  ['version 2, IPv6', version2(1, 2, [...ipv6, ...ipv6, ...ports]), '2001:db8:0:0:0:0:0:7'],
  ['version 2 with additions', version2(1, 1, [198, 51, 100, 7, 10, 0, 0, 1, ...ports, ...addition]), '198.51.100.7'],
  ['version 2, of the proxy itself', version2(0, 0, []), '127.0.0.1'],
  ['version 2, a Unix socket', version2(1, 3, Array(216).fill(0)), '127.0.0.1'],
])('%s: each request of the connection is from the address in the header', async (_, header, address) => {
  const port = await listen('127.0.0.1')
  const calls = Buffer.concat([request('/a', '', false), request('/b', 'x'.repeat(300_000))])
  const expected = [`from ${address} 0`, `from ${address} 300000`]
  expect(saidIn(await exchange(port, [Buffer.concat([header, calls])]))).toEqual(expected)
  // However the bytes are split.
  expect(saidIn(await exchange(port, [...[...header].map((byte) => Buffer.from([byte])), calls]))).toEqual(expected)
})

test.each<[string, Uint8Array]>([
  ['no header', request('/')],
  ['a header without an address', Buffer.from('PROXY TCP4 localhost 10.0.0.1 443 443\r\n')],
  ['an address of the other family', Buffer.from('PROXY TCP4 2001:db8::7 2001:db8::1 443 443\r\n')],
  ['a header without an end', Buffer.from(`PROXY TCP4 ${'1'.repeat(200)}`)],
  ['version 2 without its addresses', version2(1, 1, [198, 51])],
  ['version 2 that is too long', version2(1, 1, Array(5_000).fill(0))],
  ['another version', Buffer.from(ipv4).fill(0x31, 12, 13)],
])('%s from a trusted proxy: the connection is closed, and nothing is answered', async (_, bytes) => {
  const port = await listen('127.0.0.1')
  expect(await exchange(port, [Buffer.concat([bytes, request('/')])])).toBe('')
})

test('a connection from elsewhere names no address, and is served as its own', async () => {
  const port = await listen('192.0.2.1')
  expect(saidIn(await exchange(port, [request('/')]))).toEqual(['from 127.0.0.1 0'])
  expect(await exchange(port, [Buffer.concat([ipv4, request('/')])])).toContain('400 Bad Request')
})

test('without the protocol a header is no request', async () => {
  const port = await listen('127.0.0.1', false)
  expect(saidIn(await exchange(port, [request('/')]))).toEqual(['from 127.0.0.1 0'])
  expect(await exchange(port, [Buffer.concat([ipv4, request('/')])])).toContain('400 Bad Request')
})
