import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'
import { type BuiltApp, buildApps } from '../../../../scripts/build.ts'
import { partNames } from '../createParts.ts'
import { type DemoFacts, demoFactsOf, withDemoFacts } from '../demo/demoFacts.ts'
import { house, type Stack, type StackOptions, startStack } from '../startStack.ts'
import { rebuildOnChange } from './rebuildOnChange.ts'

/** The apps that are built and served as files. */
const documents: readonly BuiltApp[] = ['vault', 'secure-frame']

/**
 * The stack for working on the apps: demo and modal from their source, with hot reload; the wallet and vault documents rebuilt after every
 * edit. Their policy names each script by its hash, so a running document can't be updated: the page around it is reloaded instead.
 */
export const startDevStack = async (options: StackOptions & { log: (line: string) => void }): Promise<Stack> => {
  const { log } = options
  await buildApps({ log, apps: documents, development: true })
  await buildApps({ log, apps: ['site'] })
  const stack = await startStack({ ...options, parts: partNames.filter((name) => name !== 'demo') })
  const demo = await startDemoDevServer(house, demoFactsOf(stack.urls), stack.ports.demo).catch(
    async (error: unknown) => {
      await stack.close()
      throw error
    },
  )

  const rebuild = async (): Promise<void> => {
    try {
      const built = await buildApps({ log, apps: documents, development: true })
      if (built.length === 0) return
      await stack.frame.stop()
      await stack.frame.start()
      demo.reload()
    } catch (error) {
      log(`The documents were not built: ${error instanceof Error ? error.message : error}`)
    }
  }
  const stopWatching = rebuildOnChange(
    [...documents.map((app) => join(house, 'apps', app)), join(house, 'packages')],
    rebuild,
  )
  return {
    ...stack,
    close: async () => {
      stopWatching()
      await demo.close()
      await stack.close()
    },
  }
}

type DemoDevServer = {
  /** Reloads the page in every browser that shows it. */
  reload: () => void
  close: () => Promise<void>
}

/**
 * Serves the demo, the modal and the packages from their source: an edit shows without a reload. Hot reload needs inline scripts, so this
 * page, unlike the built one, has no content security policy.
 */
const startDemoDevServer = async (house: string, facts: DemoFacts, port: number): Promise<DemoDevServer> => {
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
