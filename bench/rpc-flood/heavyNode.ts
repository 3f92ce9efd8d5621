import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A node that answers every call with 12 MiB of logs, in a separate process. Prints its port. */
const log = JSON.stringify({
  address: `0x${'ab'.repeat(20)}`,
  topics: [`0x${'cd'.repeat(32)}`, `0x${'ef'.repeat(32)}`],
  data: `0x${'01'.repeat(64)}`,
  blockNumber: '0x10',
  transactionHash: `0x${'23'.repeat(32)}`,
  logIndex: '0x1',
})
const logs = Array.from({ length: Math.ceil((12 * 1024 * 1024) / log.length) }, () => log)
const body = Buffer.from(`{"jsonrpc":"2.0","id":1,"result":[${logs.join(',')}]}`)

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
  })
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
