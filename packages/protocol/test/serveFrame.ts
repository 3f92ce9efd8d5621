import { createServer, type ViteDevServer } from 'vite'

let server: ViteDevServer | undefined

/** Vitest's global set-up: serve the frame's end on another site than the test page's `localhost`, as in production. */
export async function setup(): Promise<void> {
  server = await createServer({
    configFile: false,
    root: new URL('frame', import.meta.url).pathname,
    cacheDir: new URL('../node_modules/.vite-frame', import.meta.url).pathname,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 4171, strictPort: true, hmr: false },
    optimizeDeps: { include: ['zod/mini'] },
  })
  await server.listen()
}

export const teardown = async (): Promise<void> => server?.close()
