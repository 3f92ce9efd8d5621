import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'
import { type DemoFacts, withDemoFacts } from './demoFacts.ts'

export type DemoDevServer = {
  /** Loads the page again in every browser that shows it. */
  reload: () => void
  close: () => Promise<void>
}

/**
 * The demo from its source, with the modal and the packages from theirs: an edit shows without a reload. Hot reload needs
 * inline scripts, so this page, unlike the built one, has no content security policy.
 */
export const startDemoDevServer = async (house: string, facts: DemoFacts, port: number): Promise<DemoDevServer> => {
  const server = await createServer({
    root: join(house, 'apps', 'demo'),
    configFile: false,
    logLevel: 'warn',
    plugins: [react(), { name: 'demo-facts', transformIndexHtml: (document) => withDemoFacts(document, facts) }],
    server: { host: '127.0.0.1', port, strictPort: true },
  })
  await server.listen()
  return { reload: () => server.ws.send({ type: 'full-reload' }), close: () => server.close() }
}
