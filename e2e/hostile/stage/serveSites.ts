import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { kitScript, pageDocument } from '@latchkey/conformance'

/** One request that a site has received. */
export type Visit = { host: string; path: string; text: string; isOfFirefox: boolean }

/** Every site of the suite, honest and hostile: pages with only the kit. */
export type Sites = {
  /** All requests to any site so far. */
  visits: Visit[]
  close(): Promise<void>
}

/** A request below this path is a leaked secret. */
export const leakPath = '/leak'

/** Responds to every request with its own page. */
const serviceWorker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => event.respondWith(new Response('<script>parent.postMessage("from the service worker", "*")</script>', { headers: { 'content-type': 'text/html' } })))`

const answers: Readonly<Record<string, readonly [type: string, body: string]>> = {
  '/kit.js': ['text/javascript', kitScript],
  '/service-worker.js': ['text/javascript', serviceWorker],
}

/** Serves every host name: only the port decides whether the project can list a page there. */
export const serveSites = async (listedPort: number, strangerPort: number): Promise<Sites> => {
  const visits: Visit[] = []
  const note = (request: IncomingMessage, body = ''): void => {
    const { url: path = '/', method, headers } = request
    const text = `${method} ${path} ${JSON.stringify(headers)} ${body}`
    visits.push({ host: headers.host ?? '', path, text, isOfFirefox: /Firefox/.test(headers['user-agent'] ?? '') })
  }
  const serve = (): Server =>
    createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      note(request, Buffer.concat(chunks).toString('latin1'))
      const { pathname } = new URL(request.url ?? '/', 'http://site')
      const [type, body] = answers[pathname] ?? ['text/html', pageDocument]
      // The stranger's headers are as permissive as possible.
      response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
      response.end(pathname.startsWith(leakPath) ? '' : body)
    }).on('upgrade', (request: IncomingMessage, socket: Duplex) => {
      note(request)
      socket.destroy()
    })
  const servers: Server[] = []
  for (const host of ['127.0.0.1', '127.0.0.2', '::1']) {
    servers.push(await listening(serve(), listedPort, host))
    servers.push(await listening(serve(), strangerPort, host))
  }
  return {
    visits,
    async close() {
      await Promise.all(servers.map(closed))
    },
  }
}

const listening = (server: Server, port: number, host: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
