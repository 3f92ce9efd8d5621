import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A node of Ethereum with the methods that the api calls. */
export type DeployedNode = AsyncDisposable & {
  url: string
  /** Makes it hang until the returned function is called. */
  freeze(): () => void
}

export async function startNode(): Promise<DeployedNode> {
  let isFrozen = false
  const answerTo = (method: string): unknown => {
    const now = Math.floor(Date.now() / 1_000)
    if (method === 'eth_chainId') return '0x1'
    if (method === 'eth_blockNumber') return `0x${now.toString(16)}`
    return { number: `0x${now.toString(16)}`, timestamp: `0x${now.toString(16)}` }
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (isFrozen) return
      const { id, method } = JSON.parse(body) as { id: number; method: string }
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answerTo(method) }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    freeze() {
      isFrozen = true
      return () => {
        isFrozen = false
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
