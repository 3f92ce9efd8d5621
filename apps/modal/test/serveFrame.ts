import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer, type Plugin } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The scripted wallet's origin: another site than the test page's `localhost`, as in production, so its storage is partitioned. */
    frameUrl: string
  }
}

/** A sign-in's windows, by the scenario: `provider` of another origin than the wallet's, then `social` of the wallet's. */
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

/** The scripted wallet at /sdk, and the two rows of the api that every page calls. The project id selects the answer. */
const scripted: Plugin = {
  name: 'scripted wallet and api',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const url = new URL(request.url ?? '/', 'http://127.0.0.1')
      const origin = request.headers.origin ?? ''
      const projectId = url.searchParams.get('projectId') ?? ''
      if (url.pathname === '/sdk' && projectId.startsWith('redirected') && request.headers.host?.startsWith('127')) {
        response.writeHead(302, { location: `http://localhost:${request.socket.localPort}${request.url}` })
        return response.end()
      }
      const script = windows[url.pathname]
      if (script !== undefined) return sendWindow(response, script, url.searchParams.get('scenario') === 'apart')
      if (url.pathname === '/sdk') request.url = `/index.html${url.search}`
      const isConfig = url.pathname === '/appkit/v1/config'
      if (!isConfig && url.pathname !== '/projects/v1/origins') return next()
      if (projectId.startsWith('blocked')) {
        const error = { name: 'ORIGIN_NOT_ALLOWED', code: 4100, message: 'Unauthorized: origin not allowed' }
        return sendJson(response, origin, 403, { error })
      }
      if (projectId.startsWith('unknown')) {
        const error = { name: 'PROJECT_UNKNOWN', code: 4100, message: 'Unauthorized: invalid key' }
        return sendJson(response, origin, 401, { error })
      }
      if (isConfig) return sendJson(response, origin, 200, { features: null })
      if (projectId.startsWith('unlisted')) return sendJson(response, origin, 200, { allowedOrigins: [] })
      sendJson(response, origin, 200, { allowedOrigins: [origin] })
    })
  },
}

export type FrameServer = { origin: string; close(): Promise<void> }

/** Serves the scripted wallet at a free port of 127.0.0.1. Servers that run side by side differ in `name`, that of their cache. */
export const startFrameServer = async (name: string): Promise<FrameServer> => {
  const server = await createServer({
    configFile: false,
    root: new URL('frame', import.meta.url).pathname,
    cacheDir: new URL(`../node_modules/.vite-frame-${name}`, import.meta.url).pathname,
    logLevel: 'error',
    plugins: [scripted],
    server: { host: '127.0.0.1', port: 0, hmr: false, cors: true },
    optimizeDeps: { include: ['zod/mini'] },
  })
  await server.listen()
  const address = server.httpServer?.address() as AddressInfo
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() }
}

/** Serves the scripted wallet for as long as the tests run: vitest's global set-up. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startFrameServer('components')
  project.provide('frameUrl', server.origin)
  return server.close
}
