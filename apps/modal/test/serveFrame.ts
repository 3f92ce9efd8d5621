import type { ServerResponse } from 'node:http'
import { createServer, type Plugin, type ViteDevServer } from 'vite'

/** Another site than the test page's `localhost`, as in production: its storage is partitioned. */
const framePort = 4451
const frameOrigin = `http://127.0.0.1:${framePort}`

const sendJson = (response: ServerResponse, origin: string, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': origin })
  response.end(JSON.stringify(body))
}

/** The scripted wallet at /sdk, and the one row of the api that a page calls. The project id picks the answer. */
const scripted: Plugin = {
  name: 'scripted wallet and api',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const url = new URL(request.url ?? '/', frameOrigin)
      const origin = request.headers.origin ?? ''
      const projectId = url.searchParams.get('projectId') ?? ''
      if (url.pathname === '/sdk' && projectId.startsWith('redirected') && request.headers.host?.startsWith('127')) {
        response.writeHead(302, { location: `http://localhost:${framePort}${request.url}` })
        return response.end()
      }
      if (url.pathname === '/sdk') request.url = `/index.html${url.search}`
      if (url.pathname !== '/projects/v1/origins') return next()
      if (projectId.startsWith('blocked')) {
        const error = { name: 'ORIGIN_NOT_ALLOWED', code: 4100, message: 'Unauthorized: origin not allowed' }
        return sendJson(response, origin, 403, { error })
      }
      if (projectId.startsWith('unlisted')) return sendJson(response, origin, 200, { allowedOrigins: [] })
      sendJson(response, origin, 200, { allowedOrigins: [origin] })
    })
  },
}

/** Serve the scripted wallet on this machine's address 127.0.0.1. */
export const startFrameServer = async (port: number): Promise<ViteDevServer> => {
  const server = await createServer({
    configFile: false,
    root: new URL('frame', import.meta.url).pathname,
    cacheDir: new URL(`../node_modules/.vite-frame-${port}`, import.meta.url).pathname,
    logLevel: 'error',
    plugins: [scripted],
    server: { host: '127.0.0.1', port, strictPort: true, hmr: false, cors: true },
    optimizeDeps: { include: ['zod/mini'] },
  })
  return server.listen()
}

let server: ViteDevServer | undefined

/** Vitest's global set-up: serve the scripted wallet for as long as the tests run. */
export async function setup(): Promise<void> {
  server = await startFrameServer(framePort)
}

export const teardown = async (): Promise<void> => server?.close()
