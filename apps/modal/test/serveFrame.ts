import type { ServerResponse } from 'node:http'
import { createServer, type Plugin, type ViteDevServer } from 'vite'

/** Another site than the test page's `localhost`, as in production: its storage is partitioned. */
export const frameOrigin = 'http://127.0.0.1:4451'

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
        response.writeHead(302, { location: `http://localhost:4451${request.url}` })
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

let server: ViteDevServer | undefined

/** Vitest's global set-up: serve the scripted wallet for as long as the tests run. */
export async function setup(): Promise<void> {
  server = await createServer({
    configFile: false,
    root: new URL('frame', import.meta.url).pathname,
    cacheDir: new URL('../node_modules/.vite-frame', import.meta.url).pathname,
    logLevel: 'error',
    plugins: [scripted],
    server: { host: '127.0.0.1', port: 4451, strictPort: true, hmr: false, cors: true },
    optimizeDeps: { include: ['zod/mini'] },
  })
  await server.listen()
}

export const teardown = async (): Promise<void> => server?.close()
