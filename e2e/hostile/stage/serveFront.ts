import { request as ask, createServer, type IncomingHttpHeaders, type Server } from 'node:http'

/** A response on its way to the browser. */
export type Served = { status: number; headers: IncomingHttpHeaders; body: Buffer }
/** What somebody between server and browser makes of a response. */
export type Tampering = (path: string, served: Served) => Served

export type Front = {
  /** From now on; null passes everything on as it is. */
  tamper(tampering: Tampering | null): void
  close(): Promise<void>
}

/**
 * Stands on an origin's address and passes on what the real server says, every header but the cache's as it is, so that a row
 * can change one thing and nothing else.
 */
export const serveFront = async (port: number, realPort: number): Promise<Front> => {
  let tampering: Tampering | null = null
  const pass = (): Server =>
    createServer((incoming, outgoing) => {
      const { method, url: path = '/', headers } = incoming
      const forward = ask(
        { host: '127.0.0.1', port: realPort, method, path, headers: { ...headers, 'accept-encoding': 'identity' } },
        async (response) => {
          const chunks: Buffer[] = []
          for await (const chunk of response) chunks.push(chunk as Buffer)
          const served = { status: response.statusCode ?? 502, headers: response.headers, body: Buffer.concat(chunks) }
          const sent = tampering?.(path, served) ?? served
          const { 'transfer-encoding': _, ...kept } = sent.headers
          // A cache would hide a changed file behind the one that was loaded before.
          outgoing.writeHead(sent.status, { ...kept, 'cache-control': 'no-store', 'content-length': sent.body.length })
          outgoing.end(sent.body)
        },
      )
      forward.on('error', () => outgoing.writeHead(502).end())
      incoming.pipe(forward)
    })
  const servers: Server[] = []
  for (const host of ['127.0.0.1', '::1']) {
    const server = pass()
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, resolve)
    })
    servers.push(server)
  }
  return {
    tamper(next) {
      tampering = next
    },
    async close() {
      for (const server of servers) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
}
