import type { AddressInfo } from 'node:net'
import { createServer } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The frame's origin: another site than the test page's `localhost`, as in production. */
    frameOrigin: string
  }
}

/** Serves the frame's document while the tests run: vitest's global setup. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await createServer({
    configFile: false,
    root: new URL('frame', import.meta.url).pathname,
    cacheDir: new URL('../node_modules/.vite-frame', import.meta.url).pathname,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false },
    optimizeDeps: { include: ['zod/mini'] },
  })
  await server.listen()
  const address = server.httpServer?.address() as AddressInfo
  project.provide('frameOrigin', `http://127.0.0.1:${address.port}`)
  return () => server.close()
}
