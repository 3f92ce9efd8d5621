import { request as ask, createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A response on its way to the browser. */
export type Served = { status: number; headers: IncomingHttpHeaders; body: Buffer }
/** An attacker's change of a response between server and browser. */
export type Tampering = (path: string, served: Served) => Served

/** Controls the changes of one origin's responses. */
export type Tamper = {
  /** Takes effect at once; null passes everything on unchanged. */
  tamper(tampering: Tampering | null): void
}

export type Front = { port: number; wallet: Tamper; vault: Tamper; close(): Promise<void> }

/**
 * Serves as a proxy between one browser and the servers of the wallet and the vault, and passes on their responses, every header but the
 * cache's unchanged, so that a row can change a single thing. The browser connects either because it resolves the origins to this port or
 * because this is its proxy.
 */
export const serveFront = async (walletPort: number, vaultPort: number): Promise<Front> => {
  const tamperings = new Map<number, Tampering>()
  const tamperAt = (port: number): Tamper => ({
    tamper(next) {
      if (next === null) tamperings.delete(port)
      else tamperings.set(port, next)
    },
  })
  const server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming
    const { pathname, search, port } = new URL(incoming.url ?? '/', `http://${headers.host}`)
    const path = `${pathname}${search}`
    const forward = ask(
      { host: '127.0.0.1', port, method, path, headers: { ...headers, 'accept-encoding': 'identity' } },
      async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk as Buffer)
        const served = { status: response.statusCode ?? 502, headers: response.headers, body: Buffer.concat(chunks) }
        const sent = tamperings.get(Number(port))?.(path, served) ?? served
        const { 'transfer-encoding': _, ...kept } = sent.headers
        // A cache would serve the earlier version of a changed file.
        outgoing.writeHead(sent.status, { ...kept, 'cache-control': 'no-store', 'content-length': sent.body.length })
        outgoing.end(sent.body)
      },
    )
    forward.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(forward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    wallet: tamperAt(walletPort),
    vault: tamperAt(vaultPort),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
