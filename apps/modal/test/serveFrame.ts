import type { ServerResponse } from 'node:http'
import { createServer, type Plugin, type ViteDevServer } from 'vite'

/** Another site than the test page's `localhost`, as in production: its storage is partitioned. */
const framePort = 4451
const frameOrigin = `http://127.0.0.1:${framePort}`

/** What the windows of a sign-in do, by the scenario: `provider` of another origin than the wallet's, then `social` of the wallet's. */
const windows: Record<string, string> = {
  '/loading': '',
  '/provider': `
    const query = new URLSearchParams(location.search)
    const scenario = query.get('scenario')
    const wallet = 'http://127.0.0.1:' + location.port
    const come = (outcome) => location.replace(wallet + '/social#' + outcome + '&origin=' + query.get('origin'))
    if (scenario === 'consent' || scenario === 'apart') come('attempt=a&result=r')
    if (scenario === 'deny') come('attempt=a&error=access_denied')
    if (scenario === 'leave') close()
    if (scenario === 'impostor') opener.postMessage({ resultUri: wallet + '/social#attempt=a&result=r' }, '*')`,
  '/social': `
    const said = new URLSearchParams(location.hash.slice(1))
    const origin = said.get('origin')
    said.delete('origin')
    if (opener === null) document.title = 'apart'
    else {
      opener.postMessage({ resultUri: location.origin + '/social#' + said }, origin)
      close()
    }`,
}

const sendWindow = (response: ServerResponse, script: string, isApart: boolean): void => {
  response.writeHead(200, {
    'content-type': 'text/html',
    ...(isApart && { 'cross-origin-opener-policy': 'same-origin' }),
  })
  response.end(`<!doctype html><title>A sign-in</title><script>${script}</script>`)
}

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
      const script = windows[url.pathname]
      if (script !== undefined) return sendWindow(response, script, url.searchParams.get('scenario') === 'apart')
      if (url.pathname === '/sdk') request.url = `/index.html${url.search}`
      if (url.pathname !== '/projects/v1/origins') return next()
      if (projectId.startsWith('blocked')) {
        const error = { name: 'ORIGIN_NOT_ALLOWED', code: 4100, message: 'Unauthorized: origin not allowed' }
        return sendJson(response, origin, 403, { error })
      }
      if (projectId.startsWith('unknown')) {
        const error = { name: 'PROJECT_UNKNOWN', code: 4100, message: 'Unauthorized: invalid key' }
        return sendJson(response, origin, 401, { error })
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
